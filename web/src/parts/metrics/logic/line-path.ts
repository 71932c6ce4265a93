// A line as the path of a small drawing, broken where time is missing.

import type { Point } from './metric-history.ts'
import { gapSeconds } from './metric-table.ts'
import { pointsWithin } from './readings.ts'
import type { TimeWindow } from './time-window.ts'

interface Drawing {
  window: TimeWindow
  /** The value at the upper edge. */
  top: number
  width: number
  height: number
  /** Silences up to this are no gap, however close the other points are. */
  bridgedSeconds?: number
}

export interface LinePath {
  line: string
  /** The same, closed along the lower edge. */
  area: string
}

const short = (value: number) => String(Math.round(value * 10) / 10)

export function linePath(
  points: readonly Point[],
  { window, top, width, height, bridgedSeconds = 0 }: Drawing,
): LinePath {
  const visible = pointsWithin(points, window)
  const reach = Math.max(gapSeconds(points.map(([at]) => at)), bridgedSeconds)
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
  // Beside a line, a point on its own is a crumb.
  const drawn = bridgedSeconds > 0 ? runs.filter(run => run.length > 1) : runs
  const lines = drawn.map(run => run.map(([at, value]) => `${x(at)} ${y(value)}`).join('L'))
  const areas = drawn.map(
    (run, index) =>
      `M${x(run[0]?.[0] ?? 0)} ${short(height)}L${lines[index]}L${x(run.at(-1)?.[0] ?? 0)} ${short(height)}Z`,
  )
  return { line: lines.map(line => `M${line}`).join(''), area: areas.join('') }
}
