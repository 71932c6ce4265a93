// Whether a game that has crashed is started again by itself, and when: as its node says it behind the reason.

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
