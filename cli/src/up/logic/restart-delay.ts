// How long to wait before a program that ended by itself is started again.

const firstDelayMs = 1000
const longestDelayMs = 30_000

/** After this long it counts as having worked, and the next end is the first one again. */
export const workedMs = 60_000

/** `endsInARow`: how often it has ended shortly after its start, this time included. */
export function restartDelayMs(endsInARow: number): number {
  return Math.min(firstDelayMs * 2 ** (endsInARow - 1), longestDelayMs)
}
