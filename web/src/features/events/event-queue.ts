// Holds what the live channel brings for a moment, so that a storm of changes redraws the page a few times a second.

/**
 * A single change is shown at once; the following ones wait this long for company. In a task of its own, never within a
 * frame: so a frame that has rows to draw is not held up. A page that is not in sight is slowed down by the browser.
 */
const pauseMs = 120

export interface EventQueue<Message> {
  push: (message: Message) => void
  /** What is still held is dropped. */
  close: () => void
}

export function createEventQueue<Message>(apply: (messages: Message[]) => void): EventQueue<Message> {
  let held: Message[] = []
  let flushedAtMs = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    timer = undefined
    flushedAtMs = performance.now()
    const messages = held
    held = []
    apply(messages)
  }

  return {
    push(message) {
      held.push(message)
      timer ??= setTimeout(flush, Math.max(0, flushedAtMs + pauseMs - performance.now()))
    },
    close() {
      clearTimeout(timer)
      timer = undefined
      held = []
    },
  }
}
