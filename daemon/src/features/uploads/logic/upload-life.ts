// How long an upload may wait for its rest, and how long its end is remembered.

export const uploadLifeMs = 24 * 60 * 60 * 1_000
/** For those who have not heard that it has ended well. */
export const writtenLifeMs = 60 * 60 * 1_000

export function isUploadOver(
  { begun_at_ms, written }: { begun_at_ms: number; written: { at_ms: number } | null },
  nowMs: number,
): boolean {
  if (nowMs - begun_at_ms >= uploadLifeMs) return true
  return written !== null && nowMs - written.at_ms >= writtenLifeMs
}
