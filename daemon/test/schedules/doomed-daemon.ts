// A daemon in a process of its own with runs of schedules in every state: it kills itself when all are reached.
//
// Arguments: data folder, changes to the daemon's settings as JSON.

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { Schedule } from '@rookery/contracts/schedule.ts'
import { openApp } from '../../src/app.ts'
import { appOptions, gameScript, plainDefinition, shellGame, until } from '../open-test-node.ts'
import { dueMs, noon, uuidOf } from './killed-runs.ts'

// Nobody who is killed leaves this to the next one by itself.
flushCompileCache()
const minuteMs = 60_000
const [folder = '', change = '{}'] = process.argv.slice(2)
let clockOffsetMs = noon - Date.now()
const nowMs = () => Date.now() + clockOffsetMs
const app = await openApp({ ...appOptions(folder, () => {}, JSON.parse(change) as object), nowMs })

const moveTo = (ms: number) => {
  clockOffsetMs = ms - Date.now()
  app.schedules.check()
}
const atDueTime = { by: 'cron', expression: '5 11 * * *' } as const
const schedule = (changes: Partial<Schedule>): Schedule => ({
  ...{ id: 7, action: 'command', command: 'say hello', timing: { by: 'interval', minutes: 1 } },
  ...{ time_zone: 'UTC', enabled: true, only_when_empty: false, overlap: 'skip', missed: 'skip' },
  begins_at_ms: noon,
  ...changes,
})
let revision = 0
async function put(gameServerId: number, changes: Partial<GameServerDefinition>): Promise<void> {
  revision += 1
  const definition = JSON.stringify({ ...plainDefinition(), uuid: uuidOf(gameServerId), ...changes })
  await app.hooks.received({ $case: 'putGameServer', value: { gameServerId, revision, definition } })
}
let taskId = 0
function ask(gameServerId: number, kind: string): void {
  taskId += 1
  app.tasks.run({ taskId, gameServerId, kind, payload: '' })
}
async function run(gameServerId: number, kind: string): Promise<void> {
  ask(gameServerId, kind)
  await until(() => app.tasks.open(gameServerId).length === 0, `${kind} ends`)
}
const statusOf = (gameServerId: number, scheduleId: number) =>
  app.schedules.lastRuns(gameServerId, scheduleId, 1)[0]?.status

// The first has ended runs of a command, and a restart that waits while a person's start is at work.
const command = schedule({})
const restart = schedule({ id: 8, action: 'restart', command: '', overlap: 'queue', timing: atDueTime })
const heldBack = shellGame(`while [ ! -e go ]; do sleep 0.05; done; ${gameScript}`)
await put(1, { ...heldBack, schedules: [command, { ...restart, missed: 'once' }] })
await run(1, 'install')
const go = join(folder, 'servers', uuidOf(1), 'go')
writeFileSync(go, '')
await run(1, 'start')
moveTo(noon + minuteMs)
await until(() => app.schedules.lastRuns(1, 7, 1)[0]?.ended_at_ms != null, 'the first run ends')
await run(1, 'stop')
moveTo(noon + 2 * minuteMs)
await until(() => statusOf(1, 7) === 'error', 'the second run fails')
rmSync(go)
ask(1, 'start')
await until(() => app.gameServers.get(1)?.process != null, 'it is starting')
moveTo(noon + 3 * minuteMs)

// The second has a command that has reached the game, the third an update at work.
await put(2, { schedules: [schedule({ id: 9, timing: atDueTime })] })
await run(2, 'install')
await run(2, 'start')
await put(3, {})
await run(3, 'install')
const endless = ['sh', '-c', 'touch begun; while :; do sleep 0.1; done']
await put(3, {
  install: [{ do: 'run-program', command: endless, words: 'working' }],
  schedules: [schedule({ id: 10, action: 'update', command: '', timing: atDueTime })],
})
moveTo(dueMs + 10_000)
const hasBegun = () => existsSync(join(folder, 'servers', uuidOf(3), 'begun'))
await until(() => hasBegun() && statusOf(2, 9) === 'success', 'every run is where it is to be')
process.kill(process.pid, 'SIGKILL')
