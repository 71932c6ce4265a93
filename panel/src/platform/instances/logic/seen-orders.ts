// Tells a message that was sent once and comes twice, as when somebody who reaches the cache repeats it.

/** So many messages of one sender may overtake each other. */
const letterWindow = 1_000

interface SeenOrders {
  /** False when this message of this sender has been taken before, or is too old to tell. */
  isFresh(from: string, id: number): boolean
}

export function createSeenOrders(): SeenOrders {
  const senders = new Map<string, { highest: number; recent: Set<number> }>()
  return {
    isFresh(from, id) {
      const sender = senders.get(from) ?? { highest: 0, recent: new Set() }
      if (sender.recent.has(id) || id <= sender.highest - letterWindow) return false
      senders.set(from, sender)
      sender.highest = Math.max(sender.highest, id)
      sender.recent.add(id)
      for (const old of sender.recent) {
        if (old > sender.highest - letterWindow) break
        sender.recent.delete(old)
      }
      return true
    },
  }
}
