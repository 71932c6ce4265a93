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

export type MetricsReplay = Envelope<'metrics.replay', { samples: MetricSample[] }>
export type MetricsReplayDone = Envelope<'metrics.replay.done', Record<string, never>>
export type Metrics = Envelope<'metrics', { samples: MetricSample[] }>
/** Collection is interrupted; it goes on by itself. `node_ids`: which nodes, on the channel of all nodes. */
export type MetricsError = Envelope<
  'metrics.error',
  { code: ErrorCode; message: string; node_ids?: number[] }
>

export type MetricsMessage = MetricsReplay | MetricsReplayDone | Metrics | MetricsError
