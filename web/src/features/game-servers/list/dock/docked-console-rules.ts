// Which consoles are docked below the list, and which of them is in front.

export interface Dock {
  /** Game servers in the order of their tabs. */
  ids: readonly number[]
  frontId: number | null
}

export const emptyDock: Dock = { ids: [], frontId: null }

/** Each docked console holds a connection: so many and no more. */
export const mostConsoles = 8

/** Opens consoles behind the others, the first of them in front; the oldest make room. */
export function opened(dock: Dock, ids: readonly number[]): Dock {
  const wanted = ids.slice(0, mostConsoles)
  const [front] = wanted
  if (front === undefined) return dock
  const fresh = wanted.filter(id => !dock.ids.includes(id))
  const others = dock.ids.filter(id => !wanted.includes(id))
  const leaving = new Set(others.slice(0, Math.max(0, others.length + wanted.length - mostConsoles)))
  return { ids: [...dock.ids.filter(id => !leaving.has(id)), ...fresh], frontId: front }
}

/** The neighbor comes to the front when the front one is closed. */
export function closed({ ids, frontId }: Dock, id: number): Dock {
  const at = ids.indexOf(id)
  const left = ids.filter(each => each !== id)
  if (frontId !== id) return { ids: left, frontId }
  return { ids: left, frontId: left[Math.min(at, left.length - 1)] ?? null }
}

/** Game servers that are gone take their consoles along. */
export function stillThere(dock: Dock, isThere: (id: number) => boolean): Dock {
  return dock.ids.filter(id => !isThere(id)).reduce(closed, dock)
}

const smallestHeight = 160
const roomAbove = 200

/** The dock never covers the whole list, and never shrinks to nothing. */
export const heightWithin = (height: number, windowHeight: number): number =>
  Math.round(Math.max(smallestHeight, Math.min(height, windowHeight - roomAbove)))
