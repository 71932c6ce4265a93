// How a process ended, sorted into the few kinds that people can do something with.

import type { CrashReport } from '@rookery/contracts/crash-report.ts'

export type Ending =
  | { kind: 'out-of-memory' }
  | { kind: 'exit'; word: 'clean' | 'error' | 'notExecutable' | 'notFound'; code: number }
  | { kind: 'signal'; word: 'kill' | 'broke' | 'abort' | 'asked' | 'other'; signal: string }
  | { kind: 'unknown' }

const words: Record<string, Extract<Ending, { kind: 'signal' }>['word']> = {
  SIGKILL: 'kill',
  SIGSEGV: 'broke',
  SIGBUS: 'broke',
  SIGILL: 'broke',
  SIGFPE: 'broke',
  SIGABRT: 'abort',
  SIGTRAP: 'abort',
  SIGTERM: 'asked',
  SIGINT: 'asked',
  SIGHUP: 'asked',
  SIGQUIT: 'asked',
}

/** A shell and a container tell a signal as 128 and its number. */
const signalNumbers: Record<number, string> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  5: 'SIGTRAP',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
}

export function howItEnded(crash: Pick<CrashReport, 'exit_code' | 'signal' | 'out_of_memory'>): Ending {
  if (crash.out_of_memory) return { kind: 'out-of-memory' }
  const code = crash.exit_code
  const signal = crash.signal ?? (code !== null ? signalNumbers[code - 128] : undefined)
  if (signal) return { kind: 'signal', word: words[signal] ?? 'other', signal }
  if (code === null) return { kind: 'unknown' }
  if (code === 0) return { kind: 'exit', word: 'clean', code }
  if (code === 126) return { kind: 'exit', word: 'notExecutable', code }
  if (code === 127) return { kind: 'exit', word: 'notFound', code }
  return { kind: 'exit', word: 'error', code }
}

/** The cause that the exit state proves first, as lists and *Home* tell it too; then those with a line to show; then the rest. */
export function provenFirst({
  causes,
  out_of_memory,
}: Pick<CrashReport, 'causes' | 'out_of_memory'>): CrashReport['causes'] {
  const rank = ({ cause, line }: CrashReport['causes'][number]) => {
    if (out_of_memory && cause === 'out-of-memory') return 0
    return line === null ? 2 : 1
  }
  return causes.toSorted((a, b) => rank(a) - rank(b))
}
