// What a chart is made of: its lines, and how each is drawn.

import type { ChartUnit } from '../../ui/format/unit-rules.ts'
import type { Point } from './logic/metric-history.ts'

export interface ChartLine {
  label: string
  /** The token of its color. */
  token: string
  points: readonly Point[]
  isLimit?: boolean
  isFilled?: boolean
  /** A count stays what it is until it changes at once: nobody is half a player. */
  isStepped?: boolean
  /** Goes on from the last value of the line with its label, which is not measured again yet. */
  isTail?: boolean
  /** A percentage of the whole node, quietly beside the others, read at an axis of its own. */
  isShare?: boolean
  /** The most within each step: a soft band that rises from the line before it. */
  isPeak?: boolean
}

export interface Chart {
  title: string
  unit: ChartUnit
  /** Where the axis ends when that is known beforehand. */
  top?: number
  lines: readonly ChartLine[]
  /** Said instead of what the page says where nothing is drawn. */
  absentText?: string
}

export const unitOf = (chart: Pick<Chart, 'unit'>, line: Pick<ChartLine, 'isShare'>): ChartUnit =>
  line.isShare ? 'percent' : chart.unit
