// Run on a machine with systemd, as root: panel and node by their units, from the places that the units name.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createGameServer, stopGameServer } from '@rookery/contracts/http/game-servers.ts'
import { createNode, issueEnrollment, listNodes, readNode } from '@rookery/contracts/http/nodes.ts'
import { createTemplate } from '@rookery/contracts/http/templates.ts'
import { type Api, signIn } from '../api.ts'

const panelUrl = 'http://localhost:8025'
const administrator = { login: 'admin', password: 'a story about units' }
const program = '/opt/rookery/current/bin/rookery'
const panelUnit = '/rookery/packaging/systemd/rookery-panel.service'
const daemonUnit = '/rookery/daemon/install/rookery-daemon.service'
const userId = 998
const places = { DATA_DIR: '/var/lib/rookery', DAEMON_CONFIG_FILE: '/etc/rookery/daemon.yaml' }

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, ...places } })

async function eventually(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + 60_000
  while (!(await isTrue())) {
    if (Date.now() > endsAt)
      throw new Error(`waited a minute in vain: ${what}\n${run('journalctl', '-n', '40')}`)
    await delay(100)
  }
}

/** Of the demo game, whoever started it. */
function gamePids(): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('arena.mjs')
      } catch {
        return false
      }
    })
}

/** What an archive holds, as links. */
function installProgram(): void {
  mkdirSync('/opt/rookery/current/bin', { recursive: true })
  symlinkSync(process.execPath, '/opt/rookery/current/bin/node')
  copyFileSync('/rookery/daemon/install/rookery.sh', program)
  chmodSync(program, 0o755)
  symlinkSync('/rookery/dist', '/opt/rookery/current/dist')
}

async function startPanel(): Promise<Api> {
  installProgram()
  writeFileSync('/etc/passwd', `rookery:x:${userId}:${userId}::/var/lib/rookery/panel:/bin/false\n`, {
    flag: 'a',
  })
  writeFileSync('/etc/group', `rookery:x:${userId}:\n`, { flag: 'a' })
  // As the scripts of the packages leave it.
  mkdirSync('/etc/rookery')
  chownSync('/etc/rookery', 0, userId)
  chmodSync('/etc/rookery', 0o1770)
  const settings = `AUTH_SECRET=${'0123456789abcdef'.repeat(2)}\nADMIN_PASSWORD=${administrator.password}\n`
  writeFileSync('/etc/rookery/config.env', settings, { mode: 0o600 })
  chownSync('/etc/rookery/config.env', userId, userId)
  run('systemctl', 'enable', '--now', panelUnit)
  await eventually('the panel answers', () =>
    fetch(`${panelUrl}/api/health`).then(
      answer => answer.ok,
      () => false,
    ),
  )
  return signIn(panelUrl, administrator)
}

async function addThisMachine(api: Api): Promise<() => Promise<boolean>> {
  const { id } = await api.call(createNode, { body: { name: 'This one' } })
  const params = { id: String(id) }
  const { command } = await api.call(issueEnrollment, { params })
  run('sh', '-c', command.replace('rookery node', `${program} node`))
  run('systemctl', 'enable', '--now', daemonUnit)
  return async () => (await api.call(readNode, { params })).online
}

function mainPid(unit: string): number {
  return Number(run('systemctl', 'show', '--property=MainPID', '--value', unit))
}

/** A game whose process manager is systemd: the units that it had while it ran, and after it was stopped. */
async function runUnderSystemd(api: Api): Promise<{ running: number; left: number }> {
  const text = JSON.stringify({
    ...{ slug: 'a-unit', name: 'A unit', game: 'script', description: '', command: ['/bin/sh', 'game.sh'] },
    process_managers: ['systemd'],
    ports: { game: { protocol: 'tcp', default: 20_000 } },
    install: [{ do: 'write-file', path: 'game.sh', content: 'echo ready; exec sleep 999', words: 'writing' }],
    ready: { pattern: 'ready' },
    stop: { method: { by: 'signal', signal: 'SIGTERM' } },
  })
  const template = await api.call(createTemplate, { body: { text } })
  const [node] = await api.call(listNodes, {})
  const body = { name: 'A unit', node_id: node?.id ?? 0, template_id: template.id, start: true }
  const { id } = await api.call(createGameServer, { body })
  await api.waitForState(id, 'running')
  const count = () =>
    run('systemctl', 'list-units', '--plain', '--no-legend', '--state=running', 'rookery-*-*.service')
      .split('\n')
      .filter(line => line !== '').length
  const running = count()
  await api.call(stopGameServer, { params: { server: String(id) } })
  await api.waitForState(id, 'stopped')
  return { running, left: count() }
}

const api = await startPanel()
const isOnline = await addThisMachine(api)
await eventually('the node is online', isOnline)
const game = await api.createArena('Outlives the unit')
await api.waitForState(game, 'running')
const [gamePid = 0] = gamePids()
const daemonPid = mainPid('rookery-daemon')
run('systemctl', 'restart', 'rookery-daemon')
await eventually(
  'a new daemon is online',
  async () => mainPid('rookery-daemon') !== daemonPid && (await isOnline()),
)
await api.waitForState(game, 'running')
const survivors = gamePids()
const gameUser = statSync(`/proc/${gamePid}`).uid
await api.call(stopGameServer, { params: { server: String(game) } })
await api.waitForState(game, 'stopped')
const gameUnits = await runUnderSystemd(api)
console.log(
  JSON.stringify({
    hasIdentity: existsSync('/etc/rookery/installation.json'),
    panelUser: statSync(`/proc/${mainPid('rookery-panel')}`).uid,
    isGameUserOfItsOwn: gameUser > 1_000,
    hasSurvived: gamePid > 0 && survivors.includes(gamePid),
    gameUnits,
    left: gamePids().length,
  }),
)
