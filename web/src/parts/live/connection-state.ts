// Whether what is on the page is live: the state of the tab's one event channel, for whoever wants to show it.

import { useSyncExternalStore } from 'react'
import type { LineState } from '../../platform/logic/reconnect.ts'

export type { LineState }

const listeners = new Set<() => void>()
let current: LineState = 'connecting'

export const lineState = {
  current: (): LineState => current,
  set(next: LineState): void {
    if (next === current) return
    current = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useLineState = (): LineState => useSyncExternalStore(lineState.subscribe, lineState.current)
