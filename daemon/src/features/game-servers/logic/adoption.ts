// What a daemon that comes back does about one game server: by the state it had written and by what it finds.

import type { RunState } from '@rookery/contracts/run-states.ts'
import { isBeingInstalled, occupiesProcess } from './run-state.ts'

export type Found = 'nothing' | 'alive' | 'ended'

export type AdoptionStep =
  /** An installation was cut off; what runs, if anything, is a program of it and is ended. */
  | 'break_installation'
  /** The machine was restarted: what ran is stopped, and nobody is to blame. */
  | 'note_reboot'
  /** It should run and is gone. */
  | 'note_loss'
  /** Its end was noted before; if it was to be started again, that still holds. */
  | 'resume_restart'
  /** It runs although its end was noted, or has ended unnoted, or runs as it should. */
  | 'follow'

export function adoptionStep(state: RunState, found: Found, hasRebooted: boolean): AdoptionStep {
  if (isBeingInstalled(state)) return 'break_installation'
  if (found === 'alive') return 'follow'
  if (found === 'ended') return occupiesProcess(state) ? 'follow' : 'resume_restart'
  if (hasRebooted) return 'note_reboot'
  return occupiesProcess(state) ? 'note_loss' : 'resume_restart'
}
