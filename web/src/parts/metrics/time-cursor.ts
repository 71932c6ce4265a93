// The one moment that everything on a page points at; kept beside the page, so that moving it redraws only what shows it.

import { useSyncExternalStore } from 'react'

export interface TimeCursor {
  at: () => number | null
  /** Who moved it last. */
  movedBy: () => string
  move: (at: number | null, by: string) => void
  subscribe: (listener: () => void) => () => void
}

export function createTimeCursor(): TimeCursor {
  const listeners = new Set<() => void>()
  let current: number | null = null
  let mover = ''
  return {
    at: () => current,
    movedBy: () => mover,
    move(at, by) {
      if (at === current && by === mover) return
      current = at
      mover = by
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useCursorAt = (cursor: TimeCursor): number | null =>
  useSyncExternalStore(cursor.subscribe, cursor.at)
