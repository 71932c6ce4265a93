// What a line says: at a moment, and over a stretch of time.

import type { Point } from './metric-history.ts'
import type { TimeWindow } from './time-window.ts'

/** The first place in a sorted list whose moment is not before `at`. */
function placeOf(points: readonly Point[], at: number): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle]?.[0] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** The value nearest to a moment; null when the next point is further away than `reachSeconds`: a gap stays a gap. */
export function valueAt(points: readonly Point[], at: number, reachSeconds: number): number | null {
  const place = placeOf(points, at)
  const near = [points[place - 1], points[place]].filter(point => point !== undefined)
  near.sort((one, other) => Math.abs(one[0] - at) - Math.abs(other[0] - at))
  const [nearest] = near
  return nearest && Math.abs(nearest[0] - at) <= reachSeconds ? nearest[1] : null
}

/** The last value at or before a moment, unless it is older than `reachSeconds`. */
export function lastBefore(points: readonly Point[], at: number, reachSeconds: number): number | null {
  const last = points[placeOf(points, at + 0.001) - 1]
  return last && at - last[0] <= reachSeconds ? last[1] : null
}

export const pointsWithin = (points: readonly Point[], { fromSeconds, toSeconds }: TimeWindow): Point[] =>
  points.slice(placeOf(points, fromSeconds), placeOf(points, toSeconds + 0.001))

export interface Reach {
  newest: number
  least: number
  most: number
}

/** Newest, least and most of what is shown; null when nothing is. */
export function reachOf(points: readonly Point[], window: TimeWindow): Reach | null {
  const visible = pointsWithin(points, window)
  const newest = visible.at(-1)
  if (!newest) return null
  let least = newest[1]
  let most = newest[1]
  for (const [, value] of visible) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return { newest: newest[1], least, most }
}
