// What game servers use right now and in the last minute, as the live channel tells it: a value redraws its own row only.

import type { UsageEvent } from '@rookery/contracts/websocket/events.ts'
import { useSyncExternalStore } from 'react'
import { type UsageSample, visibleMs } from './logic/sparkline-path.ts'

export interface Usage {
  /** 100 is one core kept busy. */
  cpuPercent: number | null
  memoryBytes: number | null
}

const known = new Map<number, Usage>()
const histories = new Map<number, UsageSample[]>()
const listeners = new Map<number, Set<() => void>>()
const noHistory: readonly UsageSample[] = []

function remember(gameServerId: number, sample: UsageSample): void {
  const history = histories.get(gameServerId)
  if (!history) {
    histories.set(gameServerId, [sample])
    return
  }
  history.push(sample)
  const firstInSight = history.findIndex(({ atMs }) => atMs >= sample.atMs - visibleMs)
  if (firstInSight > 0) history.splice(0, firstInSight)
}

function notify(gameServerId: number): void {
  for (const listener of listeners.get(gameServerId) ?? []) listener()
}

export const usageStore = {
  take({ servers }: UsageEvent['payload'], nowMs: number): void {
    for (const [id, cpuPercent, memoryBytes] of servers) {
      known.set(id, { cpuPercent, memoryBytes })
      remember(id, { atMs: nowMs, cpuPercent, memoryBytes })
    }
    for (const [id] of servers) notify(id)
  },
  /** After a break nobody knows what is used now; what was seen before it stays, with a gap. */
  forget(): void {
    const reported = [...known.keys()]
    known.clear()
    for (const id of reported) notify(id)
  },
  of: (gameServerId: number): Usage | null => known.get(gameServerId) ?? null,
  /** Grows in place: read it again whenever the value has changed. */
  historyOf: (gameServerId: number): readonly UsageSample[] => histories.get(gameServerId) ?? noHistory,
  subscribe(gameServerId: number, listener: () => void): () => void {
    const own = listeners.get(gameServerId) ?? new Set()
    listeners.set(gameServerId, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && listeners.get(gameServerId) === own) listeners.delete(gameServerId)
    }
  },
}

export const useUsage = (gameServerId: number): Usage | null =>
  useSyncExternalStore(
    listener => usageStore.subscribe(gameServerId, listener),
    () => usageStore.of(gameServerId),
  )
