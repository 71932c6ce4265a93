// Metrics for scripts: what the metrics channels replay, as one answer.

import * as z from 'zod'
import { gameServerSeries, type MetricSeriesName, nodeSeries } from '../metric-series.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams, idParams } from './shapes.ts'

const seriesName = z.enum(
  [...gameServerSeries, ...nodeSeries].map(({ name }) => name) as [MetricSeriesName, ...MetricSeriesName[]],
)

export const metrics = z.object({
  /** The newest value of every series; what is not measured now is left out. */
  current: z.partialRecord(seriesName, z.number()),
  samples: z.array(
    z.object({
      name: seriesName,
      labels: z.union([z.object({ server_id: z.int() }), z.object({ node_id: z.int() })]),
      /** Unix seconds and the value, the oldest first. */
      points: z.array(z.tuple([z.int(), z.number()])),
    }),
  ),
})

export const readGameServerMetrics = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/metrics',
  summary: 'Current values and history of one game server',
  params: gameServerParams,
  answer: metrics,
})

export const readNodeMetrics = endpoint({
  method: 'GET',
  path: '/api/nodes/{id}/metrics',
  summary: 'Current values and history of one node',
  params: idParams,
  answer: metrics,
})
