// How a chart looks: thin lines, softly filled, quiet axes, one cursor for all charts of a page.

import type uPlot from 'uplot'
import { readTokenColours, type TokenColour } from '../design/token-colours.ts'
import { axisSteps, axisTop, type ChartUnit, valueInWords } from './logic/metric-units.ts'
import type { ChartLine } from './metric-chart.tsx'

export interface ChartStyle {
  unit: ChartUnit
  /** Where the axis ends when that is known beforehand. */
  top?: number
  language: string
  syncKey: string
  /** Asked at every drawing, so that a new colour scheme needs no new chart. */
  colour: TokenColour
  range: () => [number, number]
  onCursor: (row: number | null) => void
}

/** Tokens are read when they are first needed after `forget`. */
export function rememberedColours(): { colour: TokenColour; forget: () => void } {
  const known = new Map<string, string>()
  return {
    colour(token) {
      const found = known.get(token) ?? readTokenColours()?.(token) ?? '#808080'
      known.set(token, found)
      return found
    },
    forget: () => known.clear(),
  }
}

const axisFont = "11.5px 'Inter Variable', system-ui, sans-serif"
const dashed = [5, 5]
const softFill = '1f'

function seriesOf({ label, token, isLimit, isFilled }: ChartLine, { colour }: ChartStyle): uPlot.Series {
  return {
    label,
    width: isLimit ? 1 : 1.5,
    dash: isLimit ? dashed : undefined,
    stroke: () => colour(token),
    fill: isFilled ? () => `${colour(token)}${softFill}` : undefined,
    spanGaps: false,
    points: { show: false },
  }
}

function timeAxis({ colour, language }: ChartStyle): uPlot.Axis {
  const minutes = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const seconds = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' })
  return {
    font: axisFont,
    size: 26,
    space: 84,
    gap: 6,
    stroke: () => colour('--text-faint'),
    grid: { show: false },
    ticks: { show: false },
    values: (_chart, splits, _axis, _space, step) =>
      splits.map(at => (step < 60 ? seconds : minutes).format(at * 1000)),
  }
}

function valueAxis({ unit, colour, language }: ChartStyle): uPlot.Axis {
  return {
    font: axisFont,
    size: 68,
    gap: 8,
    space: 36,
    incrs: axisSteps(unit),
    stroke: () => colour('--text-faint'),
    grid: { stroke: () => colour('--line-quiet'), width: 1 },
    ticks: { show: false },
    values: (_chart, splits) => splits.map(value => valueInWords(value, unit, language)),
  }
}

export function chartOptions(lines: readonly ChartLine[], style: ChartStyle): uPlot.Options {
  return {
    width: 400,
    height: 176,
    padding: [10, 22, 0, 0],
    legend: { show: false },
    series: [{}, ...lines.map(line => seriesOf(line, style))],
    axes: [timeAxis(style), valueAxis(style)],
    scales: {
      x: { time: true, range: () => style.range() },
      y: { range: (_chart, _least, largest) => [0, style.top ?? axisTop(largest ?? 0, style.unit)] },
    },
    cursor: {
      sync: { key: style.syncKey },
      drag: { x: false, y: false },
      y: false,
      points: {
        size: 7,
        width: 0,
        fill: (_chart, index) => style.colour(lines[index - 1]?.token ?? '--text'),
      },
    },
    hooks: { setCursor: [chart => style.onCursor(chart.cursor.idx ?? null)] },
  }
}
