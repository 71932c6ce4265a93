// Keeps the messages of one connection in order while features work on them one at a time.

import { setTimeout as pause } from 'node:timers/promises'

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
  /** After how long an item that failed is worked on again, with all others waiting behind it; null: it has failed. */
  retryAfterMs?: (error: unknown, attempt: number) => number | null
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
  const closing = Promise.withResolvers<void>()

  function weigh(bytes: number): void {
    waitingBytes += bytes
    const shouldHold = waitingBytes > options.limitBytes
    if (shouldHold !== held) {
      held = shouldHold
      options.hold(held)
    }
  }

  async function workOn(item: Item): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await options.work(item)
      } catch (error) {
        const pauseMs = closed ? null : (options.retryAfterMs?.(error, attempt) ?? null)
        if (pauseMs === null) return options.failed(error)
        await Promise.race([pause(pauseMs, undefined, { ref: false }), closing.promise])
      }
    }
  }

  async function workAll(): Promise<void> {
    if (working || !started) return
    working = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await workOn(next.item)
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
      closing.resolve()
      if (fate === 'discard') waiting.length = 0
      if (!startAsked || (started && !working)) drained.resolve()
    },
  }
}
