// Turns kept ticks into the samples that browsers and scripts read.

import { gameServerSeries, type MetricSeriesName, nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { MetricSample } from '@rookery/contracts/websocket/metrics.ts'
import type { MetricRing } from '@rookery/primitives/metric-ring.ts'

/** What is measured: a game server, or a node itself. */
export interface WatchedThing {
  kind: 'game-server' | 'node'
  id: number
  nodeId: number
}

const seriesOf = ({ kind }: WatchedThing) => (kind === 'game-server' ? gameServerSeries : nodeSeries)

export const seriesCountOf = (thing: WatchedThing): number => seriesOf(thing).length

export const labelsOf = ({ kind, id }: WatchedThing): MetricSample['labels'] =>
  kind === 'game-server' ? { server_id: id } : { node_id: id }

/** Of the ticks from `fromSeq` up to, not including, `toSeq`. A series without a point is left out. */
export function samplesOf(
  thing: WatchedThing,
  ring: MetricRing,
  fromSeq: number,
  toSeq: number,
): MetricSample[] {
  const labels = labelsOf(thing)
  const samples: MetricSample[] = []
  for (const [series, { name }] of seriesOf(thing).entries()) {
    const points: [number, number][] = []
    for (let seq = fromSeq; seq < toSeq; seq++) {
      const value = ring.valueOf(seq, series)
      if (!Number.isNaN(value)) points.push([ring.timeOf(seq), value])
    }
    if (points.length > 0) samples.push({ name, labels, points })
  }
  return samples
}

/** The values of the newest tick; what was not measured then is left out. */
export function currentValues(
  thing: WatchedThing,
  ring: MetricRing,
): Partial<Record<MetricSeriesName, number>> {
  const newest = samplesOf(thing, ring, Math.max(ring.startSeq, ring.endSeq - 1), ring.endSeq)
  return Object.fromEntries(newest.map(({ name, points }) => [name, points[0]?.[1] ?? 0]))
}
