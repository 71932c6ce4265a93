// Queues by name: work of the same name runs one after the other, work of different names side by side.

export interface KeyedQueue {
  /** Null when too many stand in this line already. */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T> | null
  /** Whether work of this name runs or waits. */
  isAnybodyIn(name: string): boolean
}

export function createKeyedQueue(limit: number): KeyedQueue {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()
  return {
    inTurn(name, work) {
      const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 }
      if (line.length >= limit) return null
      const turn = line.last.then(work)
      const leave = () => {
        line.length -= 1
        if (line.length === 0) lines.delete(name)
      }
      line.length += 1
      line.last = turn.then(leave, leave)
      lines.set(name, line)
      return turn
    },
    isAnybodyIn: name => (lines.get(name)?.length ?? 0) > 0,
  }
}
