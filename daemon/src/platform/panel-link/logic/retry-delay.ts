// How long a daemon waits before it dials the panel again.

import { status } from '@grpc/grpc-js'

export interface RetryDelays {
  firstMs: number
  longestMs: number
  /** After a refusal that only a person can lift. */
  refusedMs: number
}

export const defaultRetryDelays: RetryDelays = { firstMs: 1_000, longestMs: 30_000, refusedMs: 20_000 }

const lastingRefusals: ReadonlySet<status> = new Set([
  status.PERMISSION_DENIED,
  status.UNAUTHENTICATED,
  status.FAILED_PRECONDITION,
  status.INVALID_ARGUMENT,
])

export const isLastingRefusal = (code: status): boolean => lastingRefusals.has(code)

/** A panel that takes a node and drops it at once, again and again, is not dialed every second. */
const stoodMs = 1_000

/** How many attempts in a row have failed, after one that ended so; a connection that has stood ends the row. */
export function failuresAfter(before: number, end: { wasWelcomed: boolean; livedMs: number }): number {
  return end.wasWelcomed && end.livedMs >= stoodMs ? 0 : before + 1
}

/** Doubles with every failure in a row; between half and all of it, so that many nodes do not dial at once. */
export function retryDelayMs(
  end: { code: status; failuresInRow: number },
  delays: RetryDelays,
  random: number,
): number {
  const wholeMs = isLastingRefusal(end.code)
    ? delays.refusedMs
    : Math.min(delays.longestMs, delays.firstMs * 2 ** Math.min(end.failuresInRow, 20))
  return wholeMs * (0.5 + random / 2)
}
