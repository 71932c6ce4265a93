// Short notes about things that did not work, shown for a while in the corner.

export interface Note {
  id: number
  title: string
  text: string
}

const visibleForMs = 9_000
const visibleAtOnce = 3
const listeners = new Set<() => void>()
let notes: readonly Note[] = []
let lastId = 0

function change(next: readonly Note[]): void {
  notes = next
  for (const listener of listeners) listener()
}

export const noteList = {
  current: (): readonly Note[] => notes,
  add(title: string, text: string): void {
    lastId += 1
    const id = lastId
    change([...notes, { id, title, text }].slice(-visibleAtOnce))
    setTimeout(() => noteList.remove(id), visibleForMs)
  },
  remove(id: number): void {
    change(notes.filter(note => note.id !== id))
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
