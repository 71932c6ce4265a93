// Run on a machine with systemd, as root: it becomes a node by the line of the panel, goes on through a second run, and is
// rid of it again.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createNode, issueEnrollment, readNode } from '@rookery/contracts/http/nodes.ts'
import { signIn } from '../api.ts'

const panelUrl = 'http://localhost:8025'
const administrator = { login: 'admin', password: 'a story about one line' }

/** As a person does it: the shell reads the line from its own input. */
function paste(line: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-s'], { input: `${line}\n`, encoding: 'utf8' })
  return `${status}: ${stdout}${stderr}`
}

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8' }).stdout.trim()

async function eventually(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + 120_000
  while (!(await isTrue())) {
    if (Date.now() > endsAt) throw new Error(`waited in vain: ${what}\n${run('journalctl', '-n', '60')}`)
    await delay(100)
  }
}

function gamePids(): string[] {
  return readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('arena.mjs')
    } catch {
      return false
    }
  })
}

const settings = ['DATA_DIR=/var/lib/panel-in-test', `ADMIN_PASSWORD=${administrator.password}`]
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
const { id } = await api.call(createNode, { body: { name: 'By one line' } })
const params = { id: String(id) }
const isOnline = async () => (await api.call(readNode, { params })).online
const { key } = await api.call(issueEnrollment, { params })
const fetchScript = `wget -qO- ${panelUrl}/install/daemon`
const installed = paste(`{ echo 'ROOKERY_KEY=${key}'; ${fetchScript}; } | sh`)
if (!installed.startsWith('0: ')) throw new Error(installed)
await eventually('the node is online', isOnline)
const game = await api.createArena('Goes on')
await api.waitForState(game, 'running')
const before = gamePids()
const mainPid = run('systemctl', 'show', '--property=MainPID', '--value', 'rookery-daemon')
const again = paste(`${fetchScript} | sh`)
if (!again.startsWith('0: ')) throw new Error(again)
await eventually('another daemon is online', async () => {
  const pid = run('systemctl', 'show', '--property=MainPID', '--value', 'rookery-daemon')
  return pid !== mainPid && pid !== '0' && (await isOnline())
})
await api.waitForState(game, 'running')
const hasSurvived = before.length > 0 && before.every(pid => gamePids().includes(pid))
const uninstall = 'sh /opt/rookery/current/install.sh uninstall'
const refused = paste(uninstall)
await api.call(stopGameServer, { params: { server: String(game) } })
await api.waitForState(game, 'stopped')
const removed = paste(uninstall)
if (!removed.includes('Removed.')) throw new Error(removed)
console.log(
  JSON.stringify({
    isEnabledBefore: installed.includes('Starting rookery-daemon'),
    hasSurvived,
    isRefusedWhileGamesRun: refused.includes('game servers are running'),
    left: [
      '/opt/rookery',
      '/etc/rookery',
      '/etc/systemd/system/rookery-daemon.service',
      '/var/lib/rookery/daemon',
    ].filter(path => existsSync(path)),
    gameFilesLeft: readdirSync('/var/lib/rookery/games').filter(name => /^[0-9a-f]{8}-/.test(name)).length,
    unit: run('systemctl', 'is-active', 'rookery-daemon'),
  }),
)
