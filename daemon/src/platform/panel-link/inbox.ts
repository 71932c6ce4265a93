// What came in on a stream and waits for its reader, who may be slow: the stream is held back meanwhile.

const defaultWaitingLimit = 16

export interface Inbox<Item> extends AsyncIterable<Item> {
  push(item: Item): void
}

/** Ends when `signal` aborts. */
export function createInbox<Item>(
  source: { pause(): unknown; resume(): unknown },
  signal: AbortSignal,
  waitingLimit = defaultWaitingLimit,
): Inbox<Item> {
  const waiting: Item[] = []
  let wake = () => {}
  signal.addEventListener('abort', () => wake())
  async function* items(): AsyncGenerator<Item> {
    while (!signal.aborted) {
      const item = waiting.shift()
      if (item !== undefined) {
        yield item
        continue
      }
      source.resume()
      await new Promise<void>(resolve => {
        wake = resolve
        if (signal.aborted || waiting.length > 0) resolve()
      })
    }
  }
  return {
    push(item) {
      waiting.push(item)
      if (waiting.length >= waitingLimit) source.pause()
      wake()
    },
    [Symbol.asyncIterator]: items,
  }
}
