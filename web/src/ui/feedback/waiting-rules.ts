// When a placeholder appears: quick answers never flicker, and one wait that follows another goes on where it was.

/** What takes no longer than this shows nothing. */
export const quietMs = 150

/** So soon after a placeholder has gone, the next one belongs to the same wait. */
const sameWaitMs = 250

export interface ShownWaits {
  /** When each placeholder that stands now began. */
  begunMs: readonly number[]
  /** When the last one went that had been seen; null before the first. */
  leftMs: number | null
}

/** The person sees a placeholder already: another one in its place does not fade in anew. */
export const isSameWait = ({ begunMs, leftMs }: ShownWaits, nowMs: number): boolean =>
  begunMs.some(begun => nowMs - begun >= quietMs) || (leftMs !== null && nowMs - leftMs <= sameWaitMs)
