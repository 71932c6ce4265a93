// Keeps which consoles are docked and how high the dock is, for as long as the page is open and no longer.

import { useEffect, useState } from 'react'
import { closed, type Dock, emptyDock, heightWithin, opened, stillThere } from './docked-console-rules.ts'

const firstHeight = 300

export function useConsoleDock(isThere: (id: number) => boolean) {
  const [stored, setStored] = useState<Dock>(emptyDock)
  const [height, setHeight] = useState(firstHeight)
  const dock = stillThere(stored, isThere)
  const isOpen = dock.ids.length > 0
  const visibleHeight = heightWithin(height, window.innerHeight)

  // The page ends above the dock, and so does everything else that stands at the bottom of the window.
  useEffect(() => {
    if (!isOpen) return
    document.documentElement.style.setProperty('--dock-height', `${visibleHeight}px`)
    return () => void document.documentElement.style.removeProperty('--dock-height')
  }, [isOpen, visibleHeight])

  return {
    ...dock,
    height: visibleHeight,
    open: (ids: readonly number[]) => setStored(opened(dock, ids)),
    close: (id: number) => setStored(closed(dock, id)),
    closeAll: () => setStored(emptyDock),
    toFront: (frontId: number) => setStored({ ...dock, frontId }),
    setHeight: (next: number) => setHeight(heightWithin(next, window.innerHeight)),
  }
}
