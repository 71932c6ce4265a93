// How a game that has crashed comes back: by itself, as its node says it behind the reason, or with more memory.

export type CrashRestart =
  | { is: 'planned'; atMs: number; attempt: number; attempts: number }
  /** It was started again too often. */
  | { is: 'given-up' }
  | { is: 'off' }

const unitMs: Record<string, number> = { ms: 1, s: 1_000, minute: 60_000, minutes: 60_000 }
const planned =
  /; started again in (?<count>\d+) (?<unit>ms|s|minutes?) \((?<attempt>\d+) of (?<attempts>\d+)\)$/
const givenUp = /; not started again: /

export function crashRestartOf(reason: string | null, changedAtMs: number): CrashRestart {
  const found = planned.exec(reason ?? '')?.groups
  if (!found) return { is: givenUp.test(reason ?? '') ? 'given-up' : 'off' }
  const delayMs = Number(found.count) * (unitMs[found.unit ?? ''] ?? 0)
  return {
    is: 'planned',
    atMs: changedAtMs + delayMs,
    attempt: Number(found.attempt),
    attempts: Number(found.attempts),
  }
}

const gibibyte = 1024 ** 3

/** Half as much again, in whole steps: of a gibibyte, and of half of one where there is little. */
export function raisedLimit(limitBytes: number): number {
  const step = limitBytes < 2 * gibibyte ? gibibyte / 2 : gibibyte
  return Math.ceil((limitBytes * 1.5) / step) * step
}
