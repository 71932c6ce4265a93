// What each kind of task does.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import * as z from 'zod'
import type { Archives } from '../archives/archives.ts'
import type { Backups } from '../backups/backups.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionCanceled, ActionFailed } from '../game-servers/logic/action.ts'
import type { Installer } from '../install/install.ts'
import { powerActionOf } from './logic/power-plan.ts'
import type { TaskRecord } from './task-store.ts'

export interface TaskDeps {
  gameServers: GameServers
  installer: Installer
  archives: Archives
  backups: Pick<Backups, 'take' | 'restore'>
  /** Carries out a run of a schedule. */
  performRun: (run: TaskRecord, action: Action) => Promise<void>
}

const clonePayload = z.object({ from: z.int().positive() })
const deletePayload = z.object({ files: z.enum(['keep', 'delete']).default('keep') })

export async function performTask(task: TaskRecord, action: Action, deps: TaskDeps): Promise<void> {
  if (task.scheduleId !== null) return deps.performRun(task, action)
  const { gameServers, installer, archives, backups } = deps
  const supervisor = gameServers.require(task.gameServerId)
  switch (task.kind) {
    case 'install':
    case 'reinstall':
    case 'update':
      return installer.install(task.gameServerId, task.kind, action)
    case 'clone':
      return installer.clone(task.gameServerId, gameServers.numberOf(readClonePayload(task.payload)), action)
    case 'archive':
      return archives.archive(task.gameServerId, task.payload, action)
    case 'extract':
      return archives.extract(task.gameServerId, task.payload, action)
    case 'backup':
      return backups.take(task.gameServerId, task.payload, task.runKey, action)
    case 'restore':
      return backups.restore(task.gameServerId, task.payload, action)
    case 'start':
      return installer.start(task.gameServerId, action)
    case 'stop':
      return supervisor.stop(action)
    case 'restart':
      return installer.restart(task.gameServerId, action)
    case 'pause':
      return supervisor.pause(action)
    case 'resume':
      return supervisor.resume(action)
    case 'kill':
      return supervisor.kill(action)
    case 'delete':
      return gameServers.delete(supervisor, readDeletePayload(task.payload), action)
    case 'power':
      return performPlanned(task, action, deps)
    case 'command':
    case 'message':
    case 'steps':
      throw new ActionFailed(`only a schedule has tasks of the kind ${task.kind}`)
    default:
      throw new ActionFailed(
        `this daemon does not know tasks of the kind ${String(task.kind)}: update the daemon`,
      )
  }
}

/** What was stopped meanwhile stays stopped; what has crashed is started. */
function performPlanned(task: TaskRecord, action: Action, deps: TaskDeps): Promise<void> {
  const supervisor = deps.gameServers.require(task.gameServerId)
  if (powerActionOf(task.payload) === 'stop') return supervisor.stop(action)
  if (!supervisor.process && supervisor.record.state !== 'crashed') {
    throw new ActionCanceled(reasonOf('notRestarted'))
  }
  return deps.installer.restart(task.gameServerId, action)
}

/** Files are deleted only when that was asked for in so many words. */
function readDeletePayload(payload: string): { files: 'keep' | 'delete' } {
  const text = payload === '' ? '{}' : payload
  try {
    return deletePayload.parse(JSON.parse(text))
  } catch {
    throw new ActionFailed(
      'the payload of this task is not understood: { "files": "keep" | "delete" } is expected',
    )
  }
}

/** The panel's number of the game server to copy. */
function readClonePayload(payload: string): number {
  try {
    return clonePayload.parse(JSON.parse(payload)).from
  } catch {
    throw new ActionFailed(
      'the payload of this task is not understood: { "from": number of a game server } is expected',
    )
  }
}
