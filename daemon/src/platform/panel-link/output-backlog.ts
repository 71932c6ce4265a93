// Task output that waits for a connection: the one kind of message that Hello does not repeat.

import type { NodeMessage } from './link-hooks.ts'

export interface OutputBacklog {
  /** Keeps task output, dropping the oldest beyond the limit; false for messages that Hello repeats. */
  keep(message: NodeMessage): boolean
  takeAll(): NodeMessage[]
}

export function createOutputBacklog(limitBytes: number): OutputBacklog {
  let kept: Extract<NodeMessage, { $case: 'taskOutput' }>[] = []
  let keptBytes = 0
  return {
    keep(message) {
      if (message.$case !== 'taskOutput') return false
      kept.push(message)
      keptBytes += message.value.chunk.length
      while (keptBytes > limitBytes) keptBytes -= kept.shift()?.value.chunk.length ?? keptBytes
      return true
    },
    takeAll() {
      const all = kept
      kept = []
      keptBytes = 0
      return all
    },
  }
}
