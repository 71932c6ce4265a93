// History of metrics: the steps that a node rolls up to, for how long it stores them, and the columns of a point.

import {
  type GameServerSeriesName,
  gameServerSeries,
  type MetricSeriesName,
  type MetricUnit,
  type NodeSeriesName,
  nodeSeries,
} from './metric-series.ts'

/** Seconds from one point to the next. An hour is made of ten minutes when it is asked for. */
export const historySteps = [60, 600, 3600] as const
export type HistoryStep = (typeof historySteps)[number]

const daySeconds = 86_400
export const historyRetentionSeconds: Record<HistoryStep, number> = {
  60: daySeconds,
  600: 30 * daySeconds,
  3600: 30 * daySeconds,
}

/** L24: thirty days in steps of ten minutes, and a little more. */
export const historyPointsLimit = 4_400
export const historyMarksLimit = 1_000

/** What happened to a game server: all but `edit` is recorded by its node. */
export const markKinds = ['start', 'stop', 'crash', 'update', 'edit'] as const
export type MarkKind = (typeof markKinds)[number]

/** Of the values within one step: `last` of what counts up, `average` of all else. */
export type HistoryFigure = 'average' | 'last' | 'least' | 'most'

export interface HistoryColumn<Name extends MetricSeriesName = MetricSeriesName> {
  /** How many people are online is no series of section 6.3, and is stored beside them. */
  of: Name | 'players'
  figure: HistoryFigure
  unit: MetricUnit | 'players'
}

function columnsOf<Name extends MetricSeriesName>(
  series: readonly { name: Name; unit: MetricUnit }[],
  withPeaks: readonly Name[],
): HistoryColumn<Name>[] {
  const peaks = series.filter(({ name }) => withPeaks.includes(name))
  return [
    ...series.map(({ name, unit }) => {
      const figure = name.endsWith('_total') ? ('last' as const) : ('average' as const)
      return { of: name, figure, unit }
    }),
    ...peaks.flatMap(({ name, unit }) =>
      (['least', 'most'] as const).map(figure => ({ of: name, figure, unit })),
    ),
  ]
}

/** By position in the node's files and on the daemon link: append, never reorder. */
export const gameServerColumns: readonly HistoryColumn<GameServerSeriesName>[] = [
  ...columnsOf(gameServerSeries, ['panel_server_cpu_usage_percent', 'panel_server_memory_usage_bytes']),
  { of: 'players', figure: 'average', unit: 'players' },
  { of: 'players', figure: 'most', unit: 'players' },
]

export const nodeColumns: readonly HistoryColumn<NodeSeriesName>[] = columnsOf(nodeSeries, [
  'panel_node_cpu_usage_percent',
  'panel_node_memory_usage_bytes',
])
