// Whether there are uploads at all: the little that every page must know before the queue itself is loaded.

const listeners = new Set<() => void>()
let isAny = false

export const uploadPresence = {
  isAny: () => isAny,
  set(next: boolean): void {
    if (next === isAny) return
    isAny = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
