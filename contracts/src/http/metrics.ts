// Metrics for scripts: what the metrics channels replay, as one answer, and what a node has stored for longer.

import * as z from 'zod'
import { historyPointsLimit, historySteps, markKinds } from '../metric-history.ts'
import { gameServerSeries, type MetricSeriesName, nodeSeries } from '../metric-series.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams, idParams, time } from './shapes.ts'

const seriesName = z.enum(
  [...gameServerSeries, ...nodeSeries].map(({ name }) => name) as [MetricSeriesName, ...MetricSeriesName[]],
)
const labels = z.union([z.object({ server_id: z.int() }), z.object({ node_id: z.int() })])
/** Unix seconds and the value, the oldest first. */
const points = z.array(z.tuple([z.int(), z.number()]))

export const metrics = z.object({
  /** The newest value of every series; what is not measured now is left out. */
  current: z.partialRecord(seriesName, z.number()),
  samples: z.array(z.object({ name: seriesName, labels, points })),
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

/** The end of the year 9999, as everywhere that times are read. */
const latestSeconds = 253_402_300_799
const unixSeconds = z.coerce
  .number('must be a time in Unix seconds')
  .int('must be a whole number of Unix seconds')
  .min(0, 'must be a time in Unix seconds')
  .max(latestSeconds, 'must be a time in Unix seconds')

export const historyQuery = z
  .object({
    from: unixSeconds,
    to: unixSeconds,
    step: z.coerce
      .number()
      .meta({ values: historySteps })
      .pipe(
        z.union(
          historySteps.map(step => z.literal(step)),
          `must be one of: ${historySteps.join(', ')}`,
        ),
      ),
  })
  .superRefine(({ from, to, step }, context) => {
    if (from >= to) context.addIssue({ code: 'custom', path: ['to'], message: 'must be after from' })
    else if ((to - from) / step > historyPointsLimit) {
      const message = `would be more than ${historyPointsLimit} points: ask for a larger step or less time`
      context.addIssue({ code: 'custom', path: ['step'], message })
    }
  })

/**
 * A point stands at the beginning of its step. Where nothing was measured there is none: a gap is never filled. The
 * value is the average, and of what counts up (`_total`) the last.
 */
export const metricsHistory = z.object({
  step: z.int(),
  samples: z.array(
    z.object({
      name: seriesName,
      labels,
      points,
      /** The least and the most within each step, in the order of the points; left out where they are not stored. */
      least: z.array(z.number()).optional(),
      most: z.array(z.number()).optional(),
    }),
  ),
  /** How many people were online, on average and at most; empty where the game does not say, and of a node. */
  players: z.object({ points, most: z.array(z.number()) }),
  /** What happened to the game server, the oldest first. */
  marks: z.array(
    z.object({
      at: time,
      kind: z.enum(markKinds),
      /** Why it crashed; null of everything else. */
      detail: z.string().nullable(),
    }),
  ),
  /** Where the oldest point stands that is stored in any step, in Unix seconds; null: nothing is stored yet. */
  oldest: z.int().nullable(),
  /** Why nothing is stored at the moment, such as a full disk; null when all is well. */
  problem: z.string().nullable(),
})
export type MetricsHistory = z.output<typeof metricsHistory>

export const readGameServerMetricsHistory = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/metrics/history',
  summary:
    'Stored metrics of one game server, with players and what happened; 409 where its node stores none',
  params: gameServerParams,
  query: historyQuery,
  answer: metricsHistory,
  refuses: ['history_off'],
})

export const readNodeMetricsHistory = endpoint({
  method: 'GET',
  path: '/api/nodes/{id}/metrics/history',
  summary: 'Stored metrics of one node; 409 where it stores none',
  params: idParams,
  query: historyQuery,
  answer: metricsHistory,
  refuses: ['history_off'],
})
