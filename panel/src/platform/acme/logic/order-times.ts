// When a certificate is ordered again: before it ends, and after an order that failed.

import type { OrderFailure } from '@rookery/contracts/acme-status.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Directories count refused orders: Let's Encrypt allows five an hour for one name. One that did not answer counts
 * nothing and is asked again soon.
 */
const delays: Record<OrderFailure['kind'], { firstMs: number; longestMs: number }> = {
  refused: { firstMs: 15 * minuteMs, longestMs: 12 * hourMs },
  unreachable: { firstMs: minuteMs, longestMs: hourMs },
  unable: { firstMs: minuteMs, longestMs: hourMs },
}
const longestWaitMs = 7 * dayMs

export interface Validity {
  fromMs: number
  toMs: number
}

/**
 * After two thirds of its life, and up to a thirtieth later, so that not all panels of the world come at the same
 * hour. A machine whose clock is wrong takes a new certificate for an old one: at least a third of a life lies
 * between two orders.
 */
export function renewalTimeMs({ fromMs, toMs }: Validity, issuedAtMs: number, spread: number): number {
  const lifeMs = toMs - fromMs
  return Math.max(fromMs + (lifeMs * 2) / 3 + (lifeMs / 30) * spread, issuedAtMs + lifeMs / 3)
}

interface FailedOrder {
  kind: OrderFailure['kind']
  atMs: number
  times: number
  /** How long the directory asked to wait. */
  retryAfterMs: number | null
}

/** Twice as long after each failure, and a little later than that by `spread`, from 0 to 1. */
export function retryTimeMs({ kind, atMs, times, retryAfterMs }: FailedOrder, spread: number): number {
  const { firstMs, longestMs } = delays[kind]
  const usualMs = Math.min(firstMs * 2 ** Math.min(times - 1, 20), longestMs)
  const waitMs = Math.min(Math.max(usualMs, retryAfterMs ?? 0), longestWaitMs)
  return Math.round(atMs + waitMs * (1 + spread / 10))
}

/**
 * After a start, when somebody may have corrected what was wrong: no later than after the first failure, and no
 * sooner, so that a panel that is started again and again does not use up what the directory allows.
 */
export function retryTimeAfterStartMs({ kind, problem, atMs, retryAtMs }: OrderFailure): number {
  if (problem === 'rateLimited') return retryAtMs
  return Math.min(retryAtMs, atMs + delays[kind].firstMs)
}
