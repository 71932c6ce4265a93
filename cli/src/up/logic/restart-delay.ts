// How long to wait before a program that ended by itself is started again: longer each time, and never given up.

export interface RestartPauses {
  firstMs: number
  longestMs: number
}

export const usualRestartPauses: RestartPauses = { firstMs: 1000, longestMs: 30_000 }

/** After this long it counts as having worked, and the next end is the first one again. */
const workedMs = 60_000

export interface Restart {
  /** How often it has ended shortly after its start, this time included. */
  endsInARow: number
  delayMs: number
}

/** `endsBefore`: how often it had ended in a row before this time. */
export function nextRestart(
  endsBefore: number,
  livedMs: number,
  { firstMs, longestMs }: RestartPauses = usualRestartPauses,
): Restart {
  const endsInARow = livedMs >= workedMs ? 1 : endsBefore + 1
  return { endsInARow, delayMs: Math.min(firstMs * 2 ** (endsInARow - 1), longestMs) }
}
