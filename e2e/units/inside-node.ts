// On a machine with systemd, as root: a panel, and this machine as a node of it by the line that the panel shows.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createNode, issueEnrollment, readNode } from '@rookery/contracts/http/nodes.ts'
import { type Api, signIn } from '../api.ts'

const panelUrl = 'http://localhost:8025'
const administrator = { login: 'admin', password: 'a story about one line' }

/** As a person does it: the shell reads the line from its own input. */
export function paste(line: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-s'], { input: `${line}\n`, encoding: 'utf8' })
  return `${status}: ${stdout}${stderr}`
}

export const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8' }).stdout.trim()

export async function eventually(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + 120_000
  while (!(await isTrue())) {
    if (Date.now() > endsAt) throw new Error(`waited in vain: ${what}\n${run('journalctl', '-n', '60')}`)
    await delay(100)
  }
}

export function gamePids(): string[] {
  return readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('arena.mjs')
    } catch {
      return false
    }
  })
}

export const fetchScript = `wget -qO- ${panelUrl}/install/daemon`
const dataFolder = '/var/lib/panel-in-test'
/** Where the panel caches the archives of the daemon. */
export const archivesFolder = `${dataFolder}/daemons`

export async function becomeNode() {
  const settings = [`DATA_DIR=${dataFolder}`, `ADMIN_PASSWORD=${administrator.password}`]
  run(
    'systemd-run',
    '--unit=panel-in-test',
    ...settings.map(each => `--setenv=${each}`),
    ...[process.execPath, '/rookery/dist/rookery.mjs', 'panel', '--set-up'],
  )
  await eventually('the panel answers', () =>
    fetch(`${panelUrl}/api/ready`).then(
      answer => answer.ok,
      () => false,
    ),
  )
  const api = await signIn(panelUrl, administrator)
  return { api, ...(await joinPanel(api)) }
}

/** This machine becomes one more node of the panel that runs. */
export async function joinPanel(api: Api) {
  const { id } = await api.call(createNode, { body: { name: 'By one line' } })
  const params = { id: String(id) }
  const node = () => api.call(readNode, { params })
  const { key } = await api.call(issueEnrollment, { params })
  const installed = paste(`{ echo 'ROOKERY_KEY=${key}'; ${fetchScript}; } | sh`)
  if (!installed.startsWith('0: ')) throw new Error(installed)
  await eventually('the node is online', async () => (await node()).online)
  return { id, params, node, installed }
}
