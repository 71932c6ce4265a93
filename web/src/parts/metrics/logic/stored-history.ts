// What a node has stored, as the charts take it: series, their peaks, players, and what happened.

import type { MetricsHistory } from '@rookery/contracts/http/metrics.ts'
import type { MetricSeriesName } from '@rookery/contracts/metric-series.ts'
import type { Mark } from './chart-marks.ts'
import { emptyHistory, type MetricHistory, type Point } from './metric-history.ts'

export interface StoredHistory {
  history: MetricHistory
  /** The most within each step. */
  peaks: MetricHistory
  /** How many were online at most. */
  players: readonly Point[]
  marks: readonly Mark[]
}

export const nothingStored: StoredHistory = {
  history: emptyHistory,
  peaks: emptyHistory,
  players: [],
  marks: [],
}

export function storedHistory({ samples, players, marks }: MetricsHistory): StoredHistory {
  const peaks = new Map<MetricSeriesName, readonly Point[]>()
  for (const { name, points, most } of samples) if (most) peaks.set(name, withValues(points, most))
  return {
    history: new Map(samples.map(({ name, points }) => [name, points])),
    peaks,
    players: withValues(players.points, players.most),
    marks: marks.map(({ at, kind, detail }) => ({ atSeconds: Date.parse(at) / 1000, kind, detail })),
  }
}

const withValues = (points: readonly Point[], values: readonly number[]): Point[] =>
  points.map(([at, value], index) => [at, values[index] ?? value])
