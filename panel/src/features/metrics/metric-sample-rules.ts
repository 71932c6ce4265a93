// Turns kept ticks into the samples that browsers and scripts read.

import { gameServerSeries, type MetricSeriesName, nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { MetricColumns, MetricSample } from '@rookery/contracts/websocket/metrics.ts'
import type { MetricRing } from '@rookery/primitives/metric-ring.ts'
import type { MetricForm } from './metric-form-rules.ts'

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

/** Ticks from `fromSeq` up to, not including, `toSeq`. */
export interface TickSpan {
  ring: MetricRing
  fromSeq: number
  toSeq: number
}

/** A series without a point is left out. */
export function samplesOf(
  thing: WatchedThing,
  { ring, fromSeq, toSeq }: TickSpan,
  asked?: MetricForm['series'],
): MetricSample[] {
  const labels = labelsOf(thing)
  const samples: MetricSample[] = []
  for (const [series, { name }] of seriesOf(thing).entries()) {
    if (asked && !asked.includes(series)) continue
    const points: [number, number][] = []
    for (let seq = fromSeq; seq < toSeq; seq++) {
      const value = ring.valueOf(seq, series)
      if (!Number.isNaN(value)) points.push([ring.timeOf(seq), value])
    }
    if (points.length > 0) samples.push({ name, labels, points })
  }
  return samples
}

/** Null when nothing that is asked for was measured. */
function columnsOf(
  thing: WatchedThing,
  { ring, fromSeq, toSeq }: TickSpan,
  asked: MetricForm['series'],
): MetricColumns | null {
  const names = seriesOf(thing)
  const values: MetricColumns['values'] = {}
  let isEmpty = true
  for (const series of asked) {
    const name = names[series]?.name
    const column: (number | null)[] = []
    let isMeasured = false
    for (let seq = fromSeq; seq < toSeq; seq++) {
      const value = ring.valueOf(seq, series)
      const isKnown = !Number.isNaN(value)
      column.push(isKnown ? value : null)
      isMeasured ||= isKnown
    }
    if (!name || !isMeasured) continue
    values[name] = column
    isEmpty = false
  }
  if (isEmpty) return null
  const times: number[] = []
  for (let seq = fromSeq; seq < toSeq; seq++) times.push(ring.timeOf(seq))
  return { labels: labelsOf(thing), times, values }
}

/** What a message tells of one thing; empty when nothing that is asked for was measured. */
export function valuesOf(
  thing: WatchedThing,
  span: TickSpan,
  { kind, series }: MetricForm,
): (MetricSample | MetricColumns)[] {
  if (kind === 'samples') return samplesOf(thing, span, series)
  const columns = columnsOf(thing, span, series)
  return columns ? [columns] : []
}

/** The values of the newest tick; what was not measured then is left out. */
export function currentValues(
  thing: WatchedThing,
  ring: MetricRing,
): Partial<Record<MetricSeriesName, number>> {
  const fromSeq = Math.max(ring.startSeq, ring.endSeq - 1)
  const newest = samplesOf(thing, { ring, fromSeq, toSeq: ring.endSeq })
  return Object.fromEntries(newest.map(({ name, points }) => [name, points[0]?.[1] ?? 0]))
}
