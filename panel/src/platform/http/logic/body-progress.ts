// Checks whether the body of a request still comes along: silence and crawling end it, our own slowness does not.

export interface BodyTimeLimits {
  /** A body that is read as a whole must be here by then. */
  wholeMs: number
  /** The same for every body of somebody who has not signed in, read or not. */
  strangerMs: number
  /** The longest time without a byte. */
  silenceMs: number
  /** At least so many bytes in each such time. */
  windowMs: number
  windowBytes: number
}

export const usualBodyTimes: BodyTimeLimits = {
  wholeMs: 60_000,
  strangerMs: 20_000,
  silenceMs: 30_000,
  windowMs: 60_000,
  windowBytes: 60 * 1024,
}

export interface BodyProgress {
  receivedBytes: number
  lastByteMs: number
  windowStartMs: number
  windowStartBytes: number
}

interface Sample {
  nowMs: number
  receivedBytes: number
  /** Bytes wait to be read by us: the client cannot go on, however fast it is. */
  isHeldByUs: boolean
}

export function beginProgress(nowMs: number, receivedBytes: number): BodyProgress {
  return { receivedBytes, lastByteMs: nowMs, windowStartMs: nowMs, windowStartBytes: receivedBytes }
}

export function checkProgress(
  before: BodyProgress,
  sample: Sample,
  limits: BodyTimeLimits,
): BodyProgress | 'too slow' {
  const { nowMs, receivedBytes, isHeldByUs } = sample
  if (isHeldByUs) return beginProgress(nowMs, receivedBytes)
  const hasGrown = receivedBytes > before.receivedBytes
  const lastByteMs = hasGrown ? nowMs : before.lastByteMs
  if (nowMs - lastByteMs >= limits.silenceMs) return 'too slow'
  if (nowMs - before.windowStartMs < limits.windowMs) return { ...before, receivedBytes, lastByteMs }
  if (receivedBytes - before.windowStartBytes < limits.windowBytes) return 'too slow'
  return { receivedBytes, lastByteMs, windowStartMs: nowMs, windowStartBytes: receivedBytes }
}
