// What is known of every series: replay and live points put together, each moment once.

import type { MetricSeriesName } from '@rookery/contracts/metric-series.ts'
import type { MetricSample, MetricValues } from '@rookery/contracts/websocket/metrics.ts'

/** Unix seconds and the value. */
export type Point = readonly [atSeconds: number, value: number]
export type MetricHistory = ReadonlyMap<MetricSeriesName, readonly Point[]>

export const emptyHistory: MetricHistory = new Map()

type NamedPoints = Pick<MetricSample, 'name' | 'points'>

/** What a message tells, in either form, as points; a moment at which a series was not measured has none. */
export function namedPointsOf(values: MetricValues): readonly NamedPoints[] {
  if ('samples' in values) return values.samples
  return values.columns.flatMap(({ times, values: columns }) =>
    Object.entries(columns).map(([name, column]) => ({
      name: name as MetricSeriesName,
      points: times.flatMap((at, index): [number, number][] => {
        const value = column[index] ?? null
        return value === null ? [] : [[at, value]]
      }),
    })),
  )
}

/** After a reconnect the history is told again: a moment that is known already stays one point. */
function joinPoints(known: readonly Point[], arrived: readonly Point[]): readonly Point[] {
  const lastKnown = known.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  const [firstArrived] = arrived
  if (!firstArrived) return known
  if (firstArrived[0] > lastKnown) return [...known, ...arrived]
  const byMoment = new Map([...known, ...arrived].map(point => [point[0], point]))
  return [...byMoment.values()].sort((a, b) => a[0] - b[0])
}

export function withSamples(
  history: MetricHistory,
  samples: readonly NamedPoints[],
  retainedSeconds: number,
): MetricHistory {
  const next = new Map(history)
  let newest = 0
  for (const { name, points } of samples) {
    next.set(name, joinPoints(next.get(name) ?? [], points))
    newest = Math.max(newest, points.at(-1)?.[0] ?? 0)
  }
  for (const [name, points] of next) {
    const firstRetained = points.findIndex(([at]) => at >= newest - retainedSeconds)
    if (firstRetained !== 0) next.set(name, firstRetained === -1 ? [] : points.slice(firstRetained))
  }
  return next
}

export const pointsOf = (history: MetricHistory, name: MetricSeriesName): readonly Point[] =>
  history.get(name) ?? []

/** The largest of the last values: those that a small line of the last minute shows. */
export const recentTop = (points: readonly Point[]): number =>
  points.slice(-30).reduce((top, [, value]) => Math.max(top, value), 0)

export const newestOf = (history: MetricHistory, name: MetricSeriesName): number | null =>
  pointsOf(history, name).at(-1)?.[1] ?? null
