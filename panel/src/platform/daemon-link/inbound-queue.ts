// Keeps the messages of one connection in order while features work on them one at a time.

export interface InboundQueue<Item> {
  push(item: Item, weightBytes: number): void
  /** Begins to work, after everything that `before` waits for. */
  start(before: Promise<void>): void
  /** No more items come; what is waiting is still worked on, or thrown away. */
  close(waiting: 'finish' | 'discard'): void
  /** Resolves when the queue is closed and nothing is being worked on. */
  readonly drained: Promise<void>
}

export interface InboundQueueOptions<Item> {
  limitBytes: number
  work: (item: Item) => void | Promise<void>
  /** Asks the source to hold back, or to go on. */
  hold: (held: boolean) => void
  failed: (error: unknown) => void
}

export function createInboundQueue<Item>(options: InboundQueueOptions<Item>): InboundQueue<Item> {
  const waiting: { item: Item; weightBytes: number }[] = []
  const drained = Promise.withResolvers<void>()
  let waitingBytes = 0
  let held = false
  let startAsked = false
  let started = false
  let working = false
  let closed = false

  function weigh(bytes: number): void {
    waitingBytes += bytes
    const shouldHold = waitingBytes > options.limitBytes
    if (shouldHold !== held) {
      held = shouldHold
      options.hold(held)
    }
  }

  async function workAll(): Promise<void> {
    if (working || !started) return
    working = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await options.work(next.item)
      } catch (error) {
        options.failed(error)
      }
      weigh(-next.weightBytes)
    }
    working = false
    if (closed) drained.resolve()
  }

  return {
    drained: drained.promise,
    push(item, weightBytes) {
      if (closed) return
      waiting.push({ item, weightBytes })
      weigh(weightBytes)
      void workAll()
    },
    start(before) {
      startAsked = true
      void before.then(() => {
        started = true
        return workAll()
      })
    },
    close(fate) {
      closed = true
      if (fate === 'discard') waiting.length = 0
      if (!startAsked || (started && !working)) drained.resolve()
    },
  }
}
