// What became of a task that was at work when the daemon died, checked by what is found when it comes back.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { RunState, TaskKind } from '@rookery/contracts/run-states.ts'

export interface Found {
  /** null: the game server is no longer known here. */
  state: RunState | null
  /** When the process that runs now was started; null when none runs. */
  processStartedAtMs: number | null
}

/** `again`: it is safe to do again from its beginning, and the only way to finish it. */
export type Settlement = { status: 'success' | 'error'; message: string } | 'again'

const interrupted = 'the daemon was restarted while this was at work'

export function settleTask(kind: TaskKind, beganAtMs: number, found: Found): Settlement {
  const runs = found.processStartedAtMs !== null
  switch (kind) {
    case 'install':
    case 'reinstall':
    case 'update':
    case 'clone':
      return { status: 'error', message: reasonOf('cutInstall') }
    case 'archive':
      return { status: 'error', message: reasonOf('cutArchive') }
    case 'extract':
      return { status: 'error', message: reasonOf('cutExtract') }
    case 'backup':
      return { status: 'error', message: reasonOf('cutBackup') }
    case 'restore':
      return {
        status: 'error',
        message: reasonOf('cutRestore'),
      }
    case 'start':
      return runs
        ? { status: 'success', message: 'started; the daemon was restarted in the meantime' }
        : { status: 'error', message: `${interrupted}: the game is not running` }
    case 'restart': {
      const isNew = found.processStartedAtMs !== null && found.processStartedAtMs >= beganAtMs
      return isNew
        ? { status: 'success', message: 'restarted; the daemon was restarted in the meantime' }
        : {
            status: 'error',
            message: `${interrupted}: ${runs ? 'the game still runs' : 'the game is stopped'}`,
          }
    }
    case 'stop':
    case 'kill':
      return runs
        ? 'again'
        : { status: 'success', message: 'ended; the daemon was restarted in the meantime' }
    case 'pause':
      return pausedOrNot(found.state === 'paused')
    case 'resume':
      return pausedOrNot(found.state === 'running')
    case 'delete':
      return found.state === null ? { status: 'success', message: '' } : 'again'
  }
}

/** A schedule does more than its action says: its update stops and starts the game. So what is found is only told. */
export function settleRun({ state, processStartedAtMs }: Found): Settlement {
  const known = processStartedAtMs === null ? 'the game does not run' : 'the game runs'
  const situation = state === null ? 'the game server is not here any more' : known
  return { status: 'error', message: `${interrupted}; ${situation}` }
}

function pausedOrNot(isDone: boolean): Settlement {
  return isDone ? { status: 'success', message: '' } : { status: 'error', message: reasonOf('cutRetry') }
}
