// For how long a message to a node is good (rule L16): what comes later than that must not happen any more.

import type { FromPanel, TransferFromPanel } from '@rookery/contracts/daemon/generated/link.ts'

/**
 * So long before whoever asked gives up, the node must have begun: it may take a moment to find out that a part of it
 * does not answer, and its answer has to come back.
 */
export const answerMarginMs = 4_000
/** How long a task waits for its node, on either side of the link. */
const taskLifeMs = 10 * 60_000
/** Shorter than the silence after which a node counts as gone, and what it was sent as failed. */
const fileEndLifeMs = 20_000

/** Null: good for as long as the connection. `waitMs` is how long its sender waits for an answer. */
export function messageLifeMs(body: NonNullable<FromPanel['body']>, waitMs: number): number | null {
  if (body.$case === 'call' || body.$case === 'openTransfer') return Math.max(1_000, waitMs - answerMarginMs)
  return body.$case === 'runTask' ? taskLifeMs : null
}

export function transferLifeMs(body: NonNullable<TransferFromPanel['body']>): number | null {
  return body.$case === 'fileEnd' ? fileEndLifeMs : null
}
