// What game servers use right now and in the last minute, as the live channel reports it: a value redraws its own row only.

import type { UsageEvent, UsageHistoryEvent } from '@rookery/contracts/websocket/events.ts'
import { emptyHistory, type MetricHistory, pointsOf, withSamples } from '../metrics/logic/metric-history.ts'
import { LiveValues, useLiveValue } from './live-values.ts'

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

const known = new LiveValues<Usage>()
const histories = new Map<number, MetricHistory>()

type Moment = Usage & { atSeconds: number }

/** What was not measured is no point: the line has a gap there. */
function remember(gameServerId: number, moments: readonly Moment[]): void {
  const samples = (['cpuPercent', 'memoryBytes'] as const).flatMap(key => {
    const points = moments.flatMap(({ atSeconds, [key]: value }): [number, number][] =>
      value === null ? [] : [[atSeconds, value]],
    )
    return points.length === 0 ? [] : [{ name: usageSeries[key], points }]
  })
  const history = histories.get(gameServerId) ?? emptyHistory
  histories.set(gameServerId, withSamples(history, samples, retainedSeconds))
}

/** Two points of one measurement, told live and as the past, are less than this apart. */
const sameSeconds = 1.5

/** Only what was not seen live. */
function unseen(gameServerId: number, past: readonly Moment[]): Moment[] {
  const history = histories.get(gameServerId) ?? emptyHistory
  const seen = Object.values(usageSeries).flatMap(name => pointsOf(history, name).map(([at]) => at))
  return past.filter(({ atSeconds }) => !seen.some(at => Math.abs(at - atSeconds) < sameSeconds))
}

const askedAtOnce = 200
let sendRequest: ((ids: number[]) => void) | null = null
let inSight: readonly number[] = []
const asked = new Set<number>()

function askForPast(): void {
  if (!sendRequest) return
  const ids = inSight.filter(id => !asked.has(id))
  for (const id of ids) asked.add(id)
  for (let first = 0; first < ids.length; first += askedAtOnce)
    sendRequest(ids.slice(first, first + askedAtOnce))
}

export const usageStore = {
  take({ servers }: UsageEvent['payload'], nowMs: number): void {
    for (const [id, cpuPercent, memoryBytes] of servers) {
      remember(id, [{ atSeconds: nowMs / 1000, cpuPercent, memoryBytes }])
      known.set(id, { cpuPercent, memoryBytes })
    }
  },
  takeHistory({ servers }: UsageHistoryEvent['payload'], nowMs: number): void {
    for (const [id, points] of servers) {
      const past = points.map(([secondsAgo, cpuPercent, memoryBytes]) => ({
        atSeconds: nowMs / 1000 - secondsAgo,
        cpuPercent,
        memoryBytes,
      }))
      remember(id, unseen(id, past))
      // A fresh object, or the row would see no difference and keep its curve.
      const usage = known.of(id)
      known.set(id, usage && { ...usage })
    }
  },
  /** Asks once for the last minute of those whose curves are shown: one request for all of them. */
  show(gameServerIds: readonly number[]): void {
    inSight = gameServerIds
    askForPast()
  },
  /** How to ask; null while there is no channel. After a break what is shown is asked for again. */
  askThrough(send: ((ids: number[]) => void) | null): void {
    sendRequest = send
    asked.clear()
    askForPast()
  },
  /** What was seen before a break stays, with a gap. */
  forget: (): void => known.forget(),
  of: (gameServerId: number): Usage | null => known.of(gameServerId),
  historyOf: (gameServerId: number): MetricHistory => histories.get(gameServerId) ?? emptyHistory,
  subscribe: (gameServerId: number, listener: () => void): (() => void) =>
    known.subscribe(gameServerId, listener),
}

export const useUsage = (gameServerId: number): Usage | null => useLiveValue(known, gameServerId)
