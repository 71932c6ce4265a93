// What game servers use right now and in the last minute, as the live channel reports it: a value redraws its own row only.

import type { UsageEvent } from '@rookery/contracts/websocket/events.ts'
import { useSyncExternalStore } from 'react'
import { emptyHistory, type MetricHistory, withSamples } from '../metrics/logic/metric-history.ts'

export interface Usage {
  /** 100 is one core kept busy. */
  cpuPercent: number | null
  memoryBytes: number | null
}

export const usageSeries = {
  cpuPercent: 'panel_server_cpu_usage_percent',
  memoryBytes: 'panel_server_memory_usage_bytes',
} as const

const retainedSeconds = 60

const known = new Map<number, Usage>()
const histories = new Map<number, MetricHistory>()
const listeners = new Map<number, Set<() => void>>()

/** What was not measured is no point: the line has a gap there. */
function remember(gameServerId: number, usage: Usage, nowMs: number): void {
  const samples = (['cpuPercent', 'memoryBytes'] as const).flatMap(key => {
    const value = usage[key]
    return value === null
      ? []
      : [{ name: usageSeries[key], points: [[nowMs / 1000, value]] satisfies [number, number][] }]
  })
  const history = histories.get(gameServerId) ?? emptyHistory
  histories.set(gameServerId, withSamples(history, samples, retainedSeconds))
}

function notify(gameServerId: number): void {
  for (const listener of listeners.get(gameServerId) ?? []) listener()
}

export const usageStore = {
  take({ servers }: UsageEvent['payload'], nowMs: number): void {
    for (const [id, cpuPercent, memoryBytes] of servers) {
      known.set(id, { cpuPercent, memoryBytes })
      remember(id, { cpuPercent, memoryBytes }, nowMs)
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
  historyOf: (gameServerId: number): MetricHistory => histories.get(gameServerId) ?? emptyHistory,
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
