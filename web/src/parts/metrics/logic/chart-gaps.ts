// Where a chart has nothing to draw, and whether the game was stopped then or nobody measured it.

import type { Mark } from './chart-marks.ts'
import type { Point } from './metric-history.ts'
import { gapSeconds } from './metric-table.ts'
import { isInside, type TimeWindow } from './time-window.ts'

export interface ChartGap {
  /** From 0 at the left edge to 1 at the right. */
  place: number
  width: number
  reason: 'stopped' | 'noData'
}

/** Narrower ones are a break in the line, which says enough. */
const narrowestShare = 0.01

export function gapsOf(points: readonly Point[], window: TimeWindow, marks: readonly Mark[]): ChartGap[] {
  const longestStep = gapSeconds(points.map(([at]) => at))
  const visible = points.map(([at]) => at).filter(at => isInside(window, at))
  if (visible.length === 0) return []
  const edges = [window.fromSeconds, ...visible, window.toSeconds]
  const span = window.toSeconds - window.fromSeconds
  return edges.slice(1).flatMap((to, index) => {
    const from = edges[index] ?? to
    if (to - from <= longestStep || (to - from) / span < narrowestShare) return []
    return {
      place: (from - window.fromSeconds) / span,
      width: (to - from) / span,
      reason: reasonOf((from + to) / 2, marks),
    }
  })
}

/** The last start or end before it tells; before the first of them the next does: what starts was stopped. */
function reasonOf(at: number, marks: readonly Mark[]): ChartGap['reason'] {
  const changes = marks.filter(({ kind }) => kind === 'start' || kind === 'stop' || kind === 'crash')
  const ordered = changes.sort((one, other) => one.atSeconds - other.atSeconds)
  const before = ordered.findLast(({ atSeconds }) => atSeconds <= at)
  if (before) return before.kind === 'start' ? 'noData' : 'stopped'
  return ordered[0]?.kind === 'start' ? 'stopped' : 'noData'
}
