// When a delivery is tried again, when it is given up, and when its webhook is.

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** After the first attempt, the second, and so on: together a little less than a day. */
const delaysMs = [
  ...[10 * second, 30 * second, 2 * minute, 5 * minute, 15 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 6 * hour, 10 * hour],
]

export const mostAttempts = delaysMs.length + 1
export const disabledAfterDays = 5

/**
 * How long to wait after so many attempts; null: it is given up. `chance`, from 0 to 1, spreads what failed together by
 * a tenth. Whoever asked for more time gets it.
 */
export function retryDelayMs(attempts: number, chance: number, askedMs: number | null): number | null {
  const delay = delaysMs[attempts - 1]
  if (delay === undefined) return null
  return Math.max(Math.round(delay * (0.95 + chance * 0.1)), askedMs ?? 0)
}

/** Nothing has reached it for days. */
export function isHopeless(failingSinceMs: number, nowMs: number): boolean {
  return nowMs - failingSinceMs >= disabledAfterDays * day
}
