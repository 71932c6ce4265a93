// Calls at every interval, on a fixed grid of the clock, so that points are evenly spaced however long a look takes.

export interface TickerOptions {
  intervalMs: number
  /** Moves the grid, so that the nodes of a panel do not all speak at once. */
  phaseMs: number
  nowMs: () => number
  /** One at a time; while it is at work, ticks that fall due are left out. */
  work: (atSeconds: number) => Promise<void>
}

/** Gives the function that ends it; work that has begun then comes to its end. */
export function startTicking({ intervalMs, phaseMs, nowMs, work }: TickerOptions): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const nextAfter = (ms: number) => (Math.floor((ms - phaseMs) / intervalMs) + 1) * intervalMs + phaseMs

  function wait(lastDueMs: number): void {
    if (isStopped) return
    const now = nowMs()
    const next = nextAfter(now)
    // A timer may fire a moment early: that tick has been taken already.
    const dueMs = next === lastDueMs ? next + intervalMs : next
    timer = setTimeout(() => void tick(dueMs), dueMs - now)
  }

  async function tick(dueMs: number): Promise<void> {
    await work(Math.floor(dueMs / 1000))
    wait(dueMs)
  }

  wait(Number.NaN)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
