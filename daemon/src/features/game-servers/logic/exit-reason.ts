// How a game ended, in words for people.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'

export interface ExitFacts {
  /** Both null: nobody saw how it ended. */
  code: number | null
  signal: string | null
  outOfMemory: boolean
}

const signalTexts: Record<string, string> = {
  SIGKILL: 'it was killed (SIGKILL); the usual cause is that memory ran out',
  SIGSEGV: 'it touched memory that is not its own (SIGSEGV)',
  SIGABRT: 'it aborted (SIGABRT)',
  SIGILL: 'it does not fit the processor of this node (SIGILL)',
  SIGBUS: 'it could not reach its memory or disk (SIGBUS)',
  SIGHUP: 'its terminal was closed (SIGHUP)',
}

const exitCodeTexts: Record<number, string> = {
  126: 'the start command cannot be run',
  127: 'the program of the start command was not found',
}

/** The reason of a crash: nobody asked for this end, whatever the code. */
export function crashReason({ code, signal, outOfMemory }: ExitFacts): string {
  if (outOfMemory) return reasonOf('outOfMemory')
  if (code === null && signal === null) return 'stopped unexpectedly; the cause is not known'
  if (signal !== null) return `stopped unexpectedly: ${signalTexts[signal] ?? `signal ${signal}`}`
  if (code === 0) return 'exited on its own with exit code 0, although no one stopped it'
  const message = exitCodeTexts[code ?? 0]
  return `stopped unexpectedly, exit code ${code}${message ? `: ${message}` : ''}`
}

/** A daemon came back and found nothing of it, neither running nor ended; `state` is what was written last. */
export function lossMessage(state: RunState): string {
  return state === 'starting'
    ? 'the daemon was restarted while the game was being started, and no process of it was found'
    : 'ended while the daemon was away: its process was not found any more'
}

export function exitReason({ code, signal }: ExitFacts): string {
  if (signal !== null) return reasonOf('endedBySignal', { signal })
  return code === 0 || code === null ? '' : `ended with exit code ${code}`
}
