// Messages of the metrics channels: /api/ws/servers/{server}/metrics, /api/ws/nodes/{id}/metrics, /api/ws/nodes/metrics.

import type { ErrorCode } from '../errors.ts'
import type { MetricSeriesName } from '../metric-series.ts'
import type { Envelope } from './envelope.ts'

/** Values of one series, the oldest first; a moment at which nothing could be measured has no point. */
export interface MetricSample {
  name: MetricSeriesName
  labels: { server_id: number } | { node_id: number }
  /** Unix seconds and the value. */
  points: [number, number][]
}

/** The same values with each moment once, for who opens a channel with `form=columns`. */
export interface MetricColumns {
  labels: MetricSample['labels']
  /** Unix seconds, the oldest first. */
  times: number[]
  /** One value for each time, null where nothing could be measured; a series without any value is left out. */
  values: Partial<Record<MetricSeriesName, (number | null)[]>>
}

/** As the channel was opened: `samples`, or with `form=columns` the other; `series=` names the series, all without it. */
export type MetricValues = { samples: MetricSample[] } | { columns: MetricColumns[] }

export type MetricsReplay = Envelope<'metrics.replay', MetricValues>
export type MetricsReplayDone = Envelope<'metrics.replay.done', Record<string, never>>
export type Metrics = Envelope<'metrics', MetricValues>
/** Collection is interrupted; it goes on by itself. `node_ids`: which nodes, on the channel of all nodes. */
export type MetricsError = Envelope<
  'metrics.error',
  { code: ErrorCode; message: string; node_ids?: number[] }
>

export type MetricsMessage = MetricsReplay | MetricsReplayDone | Metrics | MetricsError
