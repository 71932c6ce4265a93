// Time as an argument: what waits asks this, so that tests can move it.

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
