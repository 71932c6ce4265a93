// Task output that waits for a connection: the one kind of message that Hello does not repeat.

import type { NodeMessage } from './link-hooks.ts'

export interface OutputBacklog {
  /** Keeps task output, dropping the oldest beyond the limit; false for messages that Hello repeats. */
  keep(message: NodeMessage): boolean
  takeAll(): NodeMessage[]
}

export function createOutputBacklog(limitBytes: number): OutputBacklog {
  let stored: Extract<NodeMessage, { $case: 'taskOutput' }>[] = []
  let retainedBytes = 0
  return {
    keep(message) {
      if (message.$case !== 'taskOutput') return false
      stored.push(message)
      retainedBytes += message.value.chunk.length
      while (retainedBytes > limitBytes) retainedBytes -= stored.shift()?.value.chunk.length ?? retainedBytes
      return true
    },
    takeAll() {
      const all = stored
      stored = []
      retainedBytes = 0
      return all
    },
  }
}
