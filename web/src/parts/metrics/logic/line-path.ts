// A line as the path of a small drawing, broken where time is missing.

import type { Point } from './metric-history.ts'
import { gapSeconds, usualStep } from './metric-table.ts'
import { pointsWithin } from './readings.ts'
import type { TimeWindow } from './time-window.ts'

interface Drawing {
  window: TimeWindow
  /** The value at the upper edge. */
  top: number
  width: number
  height: number
  /** What is longer is a gap; left out: as in a chart. */
  longestStep?: number
  /** Shorter pieces are not drawn: beside a line they are crumbs. */
  fewestPoints?: number
}

export interface LinePath {
  line: string
  /** The same, closed along the lower edge. */
  area: string
}

/** The steps in which the last minute is told first are up to half of this. */
const alwaysBridged = 12
/** So many of the newest points tell how often figures come now, after others came more often. */
const newestPoints = 4

/** In a small line what is missing is shorter than three of the usual steps, or it is a gap. */
export function bridgedStep(points: readonly Point[]): number {
  const moments = points.map(([at]) => at)
  const usual = Math.max(usualStep(moments), usualStep(moments.slice(-newestPoints)))
  return Math.max(alwaysBridged, 3 * usual)
}

const short = (value: number) => String(Math.round(value * 10) / 10)

export function linePath(
  points: readonly Point[],
  { window, top, width, height, fewestPoints = 1, longestStep }: Drawing,
): LinePath {
  const visible = pointsWithin(points, window)
  const reach = longestStep ?? gapSeconds(points.map(([at]) => at))
  const span = window.toSeconds - window.fromSeconds
  const x = (at: number) => short(((at - window.fromSeconds) / span) * width)
  // Where every value is 0, so is the top.
  const y = (value: number) => short(top > 0 ? height - (Math.min(value, top) / top) * height : height)
  const runs: Point[][] = []
  for (const point of visible) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && point[0] - before[0] <= reach) run.push(point)
    else runs.push([point])
  }
  const drawn = runs.filter(run => run.length >= fewestPoints)
  const lines = drawn.map(run => run.map(([at, value]) => `${x(at)} ${y(value)}`).join('L'))
  const areas = drawn.map(
    (run, index) =>
      `M${x(run[0]?.[0] ?? 0)} ${short(height)}L${lines[index]}L${x(run.at(-1)?.[0] ?? 0)} ${short(height)}Z`,
  )
  return { line: lines.map(line => `M${line}`).join(''), area: areas.join('') }
}
