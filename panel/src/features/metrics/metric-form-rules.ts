// In which form, and of which series, a viewer is told values: what its address asks for.

import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { WatchedThing } from './metric-sample-rules.ts'

export interface MetricForm {
  /** Points with their times series by series, or each time once with columns beside it. */
  kind: 'samples' | 'columns'
  /** Positions in the contract's list of series, in its order. */
  series: readonly number[]
  /** The same for all who ask for the same. */
  key: string
}

const kinds = ['samples', 'columns'] as const

export function readMetricForm(
  query: Record<string, string | undefined>,
  of: WatchedThing['kind'],
): MetricForm | { problem: string } {
  const kind = kinds.find(each => each === (query.form ?? 'samples'))
  if (!kind) return { problem: `form must be one of: ${kinds.join(', ')}` }
  const names: readonly string[] = (of === 'node' ? nodeSeries : gameServerSeries).map(({ name }) => name)
  const asked = new Set(query.series === undefined ? names : query.series.split(','))
  const unknown = [...asked].find(name => !names.includes(name))
  if (unknown !== undefined) {
    const whose = of === 'node' ? 'a node' : 'a game server'
    return { problem: `series names "${unknown}", which is no series of ${whose}: ${names.join(', ')}` }
  }
  const series = names.flatMap((name, position) => (asked.has(name) ? [position] : []))
  return { kind, series, key: `${kind} ${series.join()}` }
}
