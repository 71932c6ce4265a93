// When a plugin that ended by itself is started again.

const restartDelaysMs = [1_000, 5_000, 30_000, 120_000]
const restartWindowMs = 30 * 60_000

/**
 * Soon, later, and after too many times not at all (null: until somebody changes it). `endedAtMs`: its earlier ends and
 * this one, in order.
 */
export function restartDelayMs(endedAtMs: readonly number[]): number | null {
  const last = endedAtMs.at(-1) ?? 0
  const recent = endedAtMs.filter(at => last - at < restartWindowMs).length
  return restartDelaysMs[recent - 1] ?? null
}
