// What nodes use right now, as the live channel reports it: a value redraws its own row only.

import type { NodeUsageRow } from '@rookery/contracts/websocket/events.ts'
import { useSyncExternalStore } from 'react'

let known: ReadonlyMap<number, NodeUsageRow> = new Map()
const listeners = new Set<() => void>()

function become(next: ReadonlyMap<number, NodeUsageRow>): void {
  known = next
  for (const listener of listeners) listener()
}

export const nodeUsageStore = {
  take(nodes: readonly NodeUsageRow[]): void {
    if (nodes.length === 0) return
    become(new Map([...known, ...nodes.map(usage => [usage.id, usage] as const)]))
  },
  /** After a break nobody knows what is used now. */
  forget(): void {
    if (known.size > 0) become(new Map())
  },
  all: (): ReadonlyMap<number, NodeUsageRow> => known,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useNodeUsage = (nodeId: number): NodeUsageRow | null =>
  useSyncExternalStore(nodeUsageStore.subscribe, () => known.get(nodeId) ?? null)

export const useAllNodeUsage = (): ReadonlyMap<number, NodeUsageRow> =>
  useSyncExternalStore(nodeUsageStore.subscribe, nodeUsageStore.all)
