// Time as an argument: what waits asks this, so that tests can move it.

import { uptime } from 'node:os'

export interface Clock {
  nowMs(): number
  /** Calls once after this time; the function that comes back cancels it. It keeps no program alive. */
  after(delayMs: number, call: () => void): () => void
}

export function systemClock(nowMs: () => number): Clock {
  return {
    nowMs,
    after(delayMs, call) {
      const timer = setTimeout(call, delayMs).unref()
      return () => clearTimeout(timer)
    },
  }
}

/** Whether the promise settles, either way, within this time. */
export async function settlesWithin(
  promise: Promise<unknown>,
  limitMs: number,
  clock: Clock,
): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const cancel = clock.after(limitMs, () => late.resolve(false))
  const settled = promise.then(
    () => true,
    () => true,
  )
  const inTime = await Promise.race([settled, late.promise])
  cancel()
  return inTime
}

/**
 * The time since this machine was started: nobody sets it, it goes on while a process stands still or the machine
 * sleeps, and it is the same for all processes of the machine.
 */
export function bootClockMs(): number {
  return uptime() * 1_000
}
