// What game servers use right now, as the live channel tells it: kept beside the lists, so that a value never redraws a whole list.

import type { UsageEvent } from '@rookery/contracts/websocket/events.ts'
import { useSyncExternalStore } from 'react'

export interface Usage {
  /** 100 is one core kept busy. */
  cpuPercent: number | null
  memoryBytes: number | null
}

const known = new Map<number, Usage>()
const listeners = new Set<() => void>()

export const usageStore = {
  take({ servers }: UsageEvent['payload']): void {
    for (const [id, cpuPercent, memoryBytes] of servers) known.set(id, { cpuPercent, memoryBytes })
    for (const listener of listeners) listener()
  },
  /** After a break nobody knows. */
  forget(): void {
    known.clear()
    for (const listener of listeners) listener()
  },
  of: (gameServerId: number): Usage | null => known.get(gameServerId) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useUsage = (gameServerId: number): Usage | null =>
  useSyncExternalStore(usageStore.subscribe, () => usageStore.of(gameServerId))
