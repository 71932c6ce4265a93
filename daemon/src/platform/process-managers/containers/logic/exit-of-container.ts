// How a container ended, from what the engine remembers of it.

import type { ProcessExit } from '../../process-manager.ts'

export interface EndedState {
  ExitCode: number
  OOMKilled: boolean
}

/** The numbers of Linux, where every engine runs. */
const signalNames: Readonly<Record<number, string>> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  10: 'SIGUSR1',
  11: 'SIGSEGV',
  12: 'SIGUSR2',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
  24: 'SIGXCPU',
  25: 'SIGXFSZ',
  31: 'SIGSYS',
}

/** An engine gives 128 + n for an end by signal n. */
export function signalOfExitCode(exitCode: number): string | null {
  return exitCode > 128 ? (signalNames[exitCode - 128] ?? null) : null
}

/** Null: the container is gone, and with it how it ended. */
export function exitOfContainer(
  state: EndedState | null,
  wasKilledForMemory: boolean,
  endSeq: number,
): ProcessExit {
  if (state === null) return { code: null, signal: null, outOfMemory: false, endSeq }
  const signal = signalOfExitCode(state.ExitCode)
  // A game that goes on after one of its children ran out of memory, and then ends well, was not ended by that.
  const outOfMemory = (state.OOMKilled || wasKilledForMemory) && state.ExitCode !== 0
  return { code: signal === null ? state.ExitCode : null, signal, outOfMemory, endSeq }
}
