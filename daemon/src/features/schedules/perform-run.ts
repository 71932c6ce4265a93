// What each action of a schedule does, through the same ways as a task that a person asks for.

import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { Schedule, ScheduleStep } from '@rookery/contracts/schedule.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import { ConsoleRefused, type Consoles } from '../console/console.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionFailed, ActionSkipped, areFilesAsBefore } from '../game-servers/logic/action.ts'
import type { Installer } from '../install/install.ts'
import { outputLimitBytes } from '../tasks/logic/retained-output.ts'
import { needsCount, whyConditionFails } from './logic/step-condition.ts'

export interface RunDeps {
  gameServers: GameServers
  installer: Pick<Installer, 'install' | 'start' | 'restart'>
  consoles: Consoles
  takeBackup: (gameServerId: number, action: Action) => Promise<void>
  /** How many play; null when that cannot be found out. */
  countPlayers: (gameServerId: number) => Promise<number | null>
  /** Throws with the reason when the players were not told. */
  notifyPlayers: (gameServerId: number, message: string) => Promise<void>
}

/** What a game says this long after a command belongs to the command. */
const listenMs = 1_500
const countLimitMs = 30_000

export async function performRun(
  gameServerId: number,
  schedule: Schedule,
  action: Action,
  deps: RunDeps,
): Promise<void> {
  const supervisor = deps.gameServers.require(gameServerId)
  if (schedule.only_when_empty && supervisor.process) await requireEmpty(gameServerId, action, deps)
  await performStep(gameServerId, schedule, action, deps)
}

type Step = Pick<ScheduleStep, 'action' | 'command' | 'message' | 'only_when'>

export async function performStep(
  gameServerId: number,
  step: Step,
  action: Action,
  deps: RunDeps,
): Promise<void> {
  const supervisor = deps.gameServers.require(gameServerId)
  const { suspended } = supervisor.record.definition
  if (suspended && runsTheGame(step)) {
    throw new ActionSkipped(reasonOf('suspended', { reason: suspended.reason }))
  }
  await requireCondition(gameServerId, step.only_when, action, deps)
  switch (step.action) {
    case 'start':
      if (supervisor.process && supervisor.record.state !== 'paused') return action.say('it runs already')
      return deps.installer.start(gameServerId, action)
    case 'stop':
      return supervisor.stop(action)
    case 'restart':
      if (!supervisor.process && supervisor.record.state !== 'crashed') {
        throw new ActionSkipped('the game server is not running, so it is not restarted')
      }
      return deps.installer.restart(gameServerId, action)
    case 'update':
      return update(gameServerId, action, deps)
    case 'backup':
      return deps.takeBackup(gameServerId, action)
    case 'command':
      return typeLines(gameServerId, step.command ?? '', action, deps.consoles)
    case 'message':
      if (!supervisor.process) throw new ActionSkipped(reasonOf('nobodyTold'))
      return messagePlayers(gameServerId, step.message ?? '', action, deps)
  }
}

/** Of a suspended game server backups go on. */
const runsTheGame = ({ action }: Step) => ['start', 'restart', 'update'].includes(action)

async function requireCondition(
  gameServerId: number,
  condition: ScheduleStep['only_when'],
  action: Action,
  deps: RunDeps,
): Promise<void> {
  if (condition === undefined) return
  const isRunning = Boolean(deps.gameServers.require(gameServerId).process)
  const isCounted = isRunning && needsCount(condition)
  const players = isCounted ? await countInTime(gameServerId, action, deps) : null
  const reason = whyConditionFails(condition, { isRunning, players })
  if (reason !== null) throw new ActionSkipped(reason)
}

async function messagePlayers(
  gameServerId: number,
  message: string,
  action: Action,
  { notifyPlayers }: RunDeps,
) {
  await notifyPlayers(gameServerId, message).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ActionFailed(reasonOf('playersNotTold', { reason }))
  })
  action.delivered()
  action.say(`message sent: ${message}`)
}

/** Null: it cannot be found out, or something else was asked for meanwhile. */
function countInTime(gameServerId: number, { superseded }: Action, { countPlayers }: RunDeps) {
  const unknown = delay(countLimitMs, null, { ref: false, signal: superseded }).catch(() => null)
  return Promise.race([countPlayers(gameServerId).catch(() => null), unknown])
}

async function requireEmpty(gameServerId: number, action: Action, deps: RunDeps): Promise<void> {
  const count = await countInTime(gameServerId, action, deps)
  if (count === null && action.superseded.aborted) {
    throw new ActionSkipped('something else was asked for before it was known whether anybody plays')
  }
  if (count === null) {
    throw new ActionSkipped(
      'it could not be found out whether anybody plays, and it runs only when nobody does',
    )
  }
  if (count > 0) throw new ActionSkipped(count === 1 ? 'one player is there' : `${count} players are there`)
}

/** Files of a running game are not replaced under it: it is stopped, and runs again afterwards as it did before. */
async function update(
  gameServerId: number,
  action: Action,
  { gameServers, installer }: RunDeps,
): Promise<void> {
  const supervisor = gameServers.require(gameServerId)
  const isRunning = supervisor.process !== null
  if (isRunning) {
    action.say('it runs: it is stopped for the update and started again afterwards')
    await supervisor.stop(action)
  }
  await installer.install(gameServerId, 'update', action).catch(async (error: unknown) => {
    if (isRunning && areFilesAsBefore(error)) {
      action.say('the update did not work and has changed nothing: it is started again as it was')
      await supervisor.start(action)
    }
    throw error
  })
  if (isRunning) await supervisor.start(action)
}

async function typeLines(
  gameServerId: number,
  command: string,
  action: Action,
  consoles: Consoles,
): Promise<void> {
  const output = consoles.current(gameServerId)
  const fromSeq = output?.endSeq ?? 0
  for (const line of command.split(/\r?\n/).filter(text => text.trim() !== '')) {
    action.say(`> ${line}`)
    await consoles.type(gameServerId, Buffer.from(line)).catch((error: unknown) => {
      throw error instanceof ConsoleRefused ? new ActionFailed(error.message) : error
    })
  }
  action.delivered()
  // Whoever asks for something else does not wait for what the game says.
  await delay(listenMs, undefined, { ref: false, signal: action.superseded }).catch(() => {})
  const said = harmlessString(output?.read(fromSeq, outputLimitBytes.run).bytes ?? Buffer.alloc(0)).trim()
  if (said !== '') action.say(said)
}
