// When a plugin that ended by itself is started again: soon, later, and after too many times not at all.

const delaysMs = [1_000, 5_000, 30_000, 120_000]
const windowMs = 30 * 60_000

/** `endedAtMs`: its earlier ends and this one, in order. Null: it stays ended until somebody changes it. */
export function restartDelayMs(endedAtMs: readonly number[]): number | null {
  const last = endedAtMs.at(-1) ?? 0
  const recent = endedAtMs.filter(at => last - at < windowMs).length
  return delaysMs[recent - 1] ?? null
}
