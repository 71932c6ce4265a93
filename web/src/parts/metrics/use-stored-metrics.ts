// What a node has stored of a game server or of itself: read for the chosen stretch of time, and again as it grows.

import {
  type MetricsHistory,
  readGameServerMetricsHistory,
  readNodeMetricsHistory,
} from '@rookery/contracts/http/metrics.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api-client.ts'
import type { ApiError } from '../../platform/api-error.ts'
import type { MetricHistory } from './logic/metric-history.ts'
import { nothingStored, type StoredHistory, storedHistory } from './logic/stored-history.ts'
import { firstSpan, spansFor, type TimeSpan, type TimeWindow } from './logic/time-window.ts'

export interface MeasuredThing {
  kind: 'server' | 'node'
  id: number
}

/** `off` and `tooOld`: this node stores none, and longer stretches of time are not offered. */
export type StoredState = 'loading' | 'ready' | 'off' | 'tooOld' | 'unreachable'

export interface ChartTime {
  spans: readonly TimeSpan[]
  span: TimeSpan
  /** Of what is stored; null while the charts follow what is live. */
  storedWindow: TimeWindow | null
  storedState: StoredState
  /** Why the node stores nothing at the moment, in its own words. */
  storeProblem: string | null
  onSpan: (span: TimeSpan) => void
}

export interface StoredMetrics extends StoredHistory {
  /** What stands beside live values: players and marks of the last hour. */
  recent: StoredHistory
  time: ChartTime
}

const recentSpan = { seconds: 3_600, step: 60 } as const
const minuteMs = 60_000

function readStored(
  { kind, id }: MeasuredThing,
  query: { from: number; to: number; step: number },
  signal: AbortSignal,
): Promise<MetricsHistory> {
  return kind === 'server'
    ? api(readGameServerMetricsHistory, { params: { server: String(id) }, query }, signal)
    : api(readNodeMetricsHistory, { params: { id: String(id) }, query }, signal)
}

function storedQuery(thing: MeasuredThing, { seconds, step }: { seconds: number; step: number }) {
  return queryOptions<
    StoredHistory & { window: TimeWindow; oldest: number | null; problem: string | null },
    ApiError
  >({
    queryKey: ['metrics history', thing.kind, thing.id, seconds, step],
    async queryFn({ signal }) {
      const to = Math.ceil(Date.now() / minuteMs) * 60
      const answer = await readStored(thing, { from: to - seconds, to, step }, signal)
      const window = { fromSeconds: to - seconds, toSeconds: to }
      return { ...storedHistory(answer), window, oldest: answer.oldest, problem: answer.problem }
    },
    retry: false,
    refetchInterval: ({ state: { error } }) => {
      if (error) return error.status === 409 ? false : minuteMs
      return step === 60 ? minuteMs : 5 * minuteMs
    },
  })
}

function stateOf(error: ApiError | null, isKnown: boolean): StoredState {
  if (error?.code === 'history_off') return 'off'
  if (error?.code === 'conflict') return 'tooOld'
  if (error) return 'unreachable'
  return isKnown ? 'ready' : 'loading'
}

export function useStoredMetrics(
  thing: MeasuredThing,
  live: MetricHistory,
  options: { isResting?: boolean } = {},
): StoredMetrics {
  const [chosen, setChosen] = useState<TimeSpan['name'] | null>(null)
  const recent = useQuery(storedQuery(thing, recentSpan))
  const hasStored = recent.data !== undefined || (recent.error !== null && recent.error.status !== 409)
  const nowSeconds = Date.now() / 1000
  const spans = spansFor({
    liveSeconds: reachOfLive(live),
    storedSeconds: hasStored ? nowSeconds - (recent.data?.oldest ?? nowSeconds) : null,
  })
  const span =
    spans.find(({ name }) => name === chosen) ??
    firstSpan(spans, options.isResting === true && recent.data !== undefined) ??
    (spans[0] as TimeSpan)
  const isStored = span.step !== 'live'
  const wanted = span.step === 'live' ? recentSpan : { seconds: span.seconds, step: span.step }
  const asked = useQuery({ ...storedQuery(thing, wanted), placeholderData: keepPreviousData })
  const stored = isStored ? asked : recent
  const known = stored.data
  return {
    ...(isStored && known ? known : nothingStored),
    recent: recent.data ?? nothingStored,
    time: {
      spans,
      span,
      storedWindow: isStored
        ? (known?.window ?? { fromSeconds: nowSeconds - span.seconds, toSeconds: nowSeconds })
        : null,
      storedState: stateOf(stored.error, known !== undefined && !stored.isPlaceholderData),
      storeProblem: known?.problem ?? null,
      onSpan: ({ name }) => setChosen(name),
    },
  }
}

/** From the oldest to the newest value of any series. */
function reachOfLive(live: MetricHistory): number {
  let [oldest, newest] = [Number.POSITIVE_INFINITY, 0]
  for (const points of live.values()) {
    oldest = Math.min(oldest, points[0]?.[0] ?? oldest)
    newest = Math.max(newest, points.at(-1)?.[0] ?? newest)
  }
  return Math.max(0, newest - oldest)
}
