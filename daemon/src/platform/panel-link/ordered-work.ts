// Works on items one at a time in the order of their arrival, and asks the source to hold back when too many wait.

export interface OrderedWork<Item> {
  push(item: Item): void
  /** Forgets what waits; the present item finishes. */
  stop(): void
}

export function createOrderedWork<Item>(options: {
  waitingLimit: number
  work: (item: Item) => void | Promise<void>
  hold: (held: boolean) => void
  failed: (error: unknown) => void
}): OrderedWork<Item> {
  const waiting: Item[] = []
  let working = false
  let stopped = false

  async function workAll(): Promise<void> {
    working = true
    while (!stopped && waiting.length > 0) {
      const item = waiting.shift() as Item
      if (waiting.length === options.waitingLimit - 1) options.hold(false)
      try {
        await options.work(item)
      } catch (error) {
        options.failed(error)
      }
    }
    working = false
  }

  return {
    push(item) {
      if (stopped) return
      waiting.push(item)
      if (waiting.length === options.waitingLimit) options.hold(true)
      if (!working) void workAll()
    },
    stop() {
      stopped = true
      waiting.length = 0
    },
  }
}
