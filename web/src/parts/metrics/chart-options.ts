// How a chart looks: thin lines, softly filled, quiet axes, one cursor for all charts of a page.

import uPlot from 'uplot'
import { readTokenColors, type TokenColor } from '../../ui/design/token-colors.ts'
import { axisSteps, axisTop, type ChartUnit, dividedAxis, formatValue } from '../../ui/format/unit-rules.ts'
import { axisDay, timeOfDay, timeWithSeconds } from '../../ui/time/date-formats.ts'
import type { ChartLine } from './chart-line.ts'
import { type TimeWindow, zoomTo } from './logic/time-window.ts'

export interface ChartStyle {
  unit: ChartUnit
  /** Where the axis ends when that is known beforehand. */
  top?: number
  /** The plots of a page end at the same place: with room for the axis that one of them has at the right. */
  hasRightSpace: boolean
  language: string
  /** Asked at every drawing, so that a new color scheme needs no new chart. */
  color: TokenColor
  window: () => TimeWindow
  onZoom: (window: TimeWindow) => void
  onZoomOut: () => void
}

/** Tokens are read when they are first needed after `forget`. */
export function rememberedColors(): { color: TokenColor; forget: () => void } {
  const known = new Map<string, string>()
  return {
    color(token) {
      const found = known.get(token) ?? readTokenColors()?.(token) ?? '#808080'
      known.set(token, found)
      return found
    },
    forget: () => known.clear(),
  }
}

const rightSpace = 52
const axisFont = "11.5px 'Inter Variable', system-ui, sans-serif"
const dashed = [5, 5]
const softFill = '1f'
const bandFill = '4d'

function seriesOf(
  { label, token, isLimit, isFilled, isShare, isPeak, isStepped, isTail }: ChartLine,
  { color }: ChartStyle,
): uPlot.Series {
  return {
    label,
    scale: isShare ? 'share' : 'y',
    width: isLimit || isShare ? 1 : 1.5,
    dash: isLimit || isTail ? dashed : undefined,
    stroke: isPeak ? 'transparent' : () => color(token),
    fill: isFilled ? () => `${color(token)}${softFill}` : undefined,
    paths: isStepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined,
    spanGaps: false,
    points: { show: false },
  }
}

/** From the line of averages up to the most. */
const bandsOf = (lines: readonly ChartLine[], { color }: ChartStyle): uPlot.Band[] =>
  lines.flatMap(({ isPeak, token }, index) =>
    isPeak && index > 0 ? { series: [index + 1, index], fill: () => `${color(token)}${bandFill}` } : [],
  )

/** Close enough together that a narrow chart has a label too. */
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800],
  ...[3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000, 864_000],
]

function timeAxis({ color, language }: ChartStyle): uPlot.Axis {
  const isMidnight = (at: number) => {
    const date = new Date(at * 1000)
    return date.getHours() === 0 && date.getMinutes() === 0
  }
  /** Where a day begins its date stands, so that a night is found in a week. */
  const formatOf = (at: number, step: number) => {
    if (step >= 86_400 || (step >= 3600 && isMidnight(at))) return axisDay
    return step < 60 ? timeWithSeconds : timeOfDay
  }
  return {
    font: axisFont,
    size: 26,
    space: 76,
    incrs: timeSteps,
    gap: 6,
    stroke: () => color('--text-faint'),
    grid: { show: false },
    ticks: { show: false },
    values: (chart, splits, _axis, _space, step) =>
      splits.map(at => (at > (chart.scales.x?.max ?? at) ? '' : formatOf(at, step)(at * 1000, language))),
  }
}

const equalParts = (top: number, parts: number) =>
  Array.from({ length: parts + 1 }, (_, index) => (top * index) / parts)

function valueAxis({ unit, color, language }: ChartStyle, partsOf: (() => number) | null): uPlot.Axis {
  return {
    font: axisFont,
    ...(partsOf && { splits: (_chart, _axis, _least, top) => equalParts(top, partsOf()) }),
    size: 68,
    gap: 8,
    space: 36,
    incrs: axisSteps(unit),
    stroke: () => color('--text-faint'),
    grid: { stroke: () => color('--line-quiet'), width: 1 },
    ticks: { show: false },
    values: (_chart, splits) => splits.map(value => formatValue(value, unit, language)),
  }
}

/** For the quiet lines that are a share of the whole node: at the right, on the lines of the grid that is there. */
function shareAxis({ color, language }: ChartStyle, partsOf: () => number): uPlot.Axis {
  return {
    scale: 'share',
    side: 1,
    font: axisFont,
    size: rightSpace,
    gap: 6,
    splits: () => equalParts(100, partsOf()),
    stroke: () => color('--text-faint'),
    grid: { show: false },
    ticks: { show: false },
    values: (_chart, splits) => splits.map(value => formatValue(value, 'percent', language)),
  }
}

/** The cursor stands on what was measured, not between; a drag goes where the pointer is, also where nothing was. */
function onMeasured(chart: uPlot, left: number, top: number): [number, number] {
  if (left < 0 || chart.cursor.event?.buttons === 1) return [left, top]
  const at = chart.data[0][chart.posToIdx(left)]
  if (at === undefined) return [left, top]
  const place = chart.valToPos(at, 'x')
  return [Math.max(0, Math.min(chart.over.clientWidth, place)), top]
}

const smallestDragPixels = 8

function takeDrag(chart: uPlot, onZoom: ChartStyle['onZoom']): void {
  const { left, width } = chart.select
  if (width === 0) return
  const zoom = zoomTo(chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x'))
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  if (width >= smallestDragPixels) onZoom(zoom)
}

export function chartOptions(lines: readonly ChartLine[], style: ChartStyle): uPlot.Options {
  const hasShare = lines.some(({ isShare }) => isShare)
  let parts = 2
  const partsOf = () => parts
  /** Told anew at every drawing: the parts are those of the scale. */
  function topOf(largest: number): number {
    if (!hasShare) return style.top ?? axisTop(largest, style.unit)
    const divided = dividedAxis(style.top ?? largest, style.unit)
    parts = divided.parts
    return divided.top
  }
  return {
    width: 400,
    height: 176,
    padding: [10, hasShare ? 0 : style.hasRightSpace ? rightSpace : 22, 0, 0],
    legend: { show: false },
    series: [{}, ...lines.map(line => seriesOf(line, style))],
    bands: bandsOf(lines, style),
    axes: [
      timeAxis(style),
      valueAxis(style, hasShare ? partsOf : null),
      ...(hasShare ? [shareAxis(style, partsOf)] : []),
    ],
    scales: {
      x: {
        time: true,
        range: () => {
          const { fromSeconds, toSeconds } = style.window()
          return [fromSeconds, toSeconds]
        },
      },
      y: { range: (_chart, _least, largest) => [0, topOf(largest ?? 0)] },
      share: { range: () => [0, 100] },
    },
    cursor: {
      drag: { x: true, y: false, setScale: false, dist: smallestDragPixels },
      bind: {
        dblclick: () => () => {
          style.onZoomOut()
          return null
        },
      },
      move: onMeasured,
      y: false,
      points: {
        size: 7,
        width: 0,
        fill: (_chart, index) => style.color(lines[index - 1]?.token ?? '--text'),
      },
    },
    hooks: { setSelect: [chart => takeDrag(chart, style.onZoom)] },
  }
}
