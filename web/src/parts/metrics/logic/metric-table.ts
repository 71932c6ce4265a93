// Turns series into what a chart draws: rates from totals, one row per moment, and rows that hold nothing where time is missing.

import type { Point } from './metric-history.ts'
import { lastBefore } from './readings.ts'

const gapFactor = 2.5

/** The usual time between two moments; the middle one of all steps, so that gaps do not count. */
export function usualStep(moments: readonly number[]): number {
  const steps = moments.slice(1).map((at, index) => at - (moments[index] ?? at))
  steps.sort((a, b) => a - b)
  return steps[Math.floor((steps.length - 1) / 2)] ?? 0
}

/** Two points further apart than this have a gap between them. */
export const gapSeconds = (moments: readonly number[]): number => usualStep(moments) * gapFactor

/** Per second, from a total that counts up. A total that fell began anew, and across a gap nobody knows: no point. */
export function ratesOf(totals: readonly Point[]): Point[] {
  const longestStep = gapSeconds(totals.map(([at]) => at))
  const rates: Point[] = []
  for (const [index, [at, total]] of totals.entries()) {
    const before = totals[index - 1]
    if (!before) continue
    const seconds = at - before[0]
    if (total < before[1] || seconds <= 0 || seconds > longestStep) continue
    rates.push([at, (total - before[1]) / seconds])
  }
  return rates
}

/** Every moment that any of the series knows, with one more in each gap: there nothing is drawn. */
export function momentsOf(series: readonly (readonly Point[])[]): number[] {
  const all = new Set(series.flatMap(points => points.map(([at]) => at)))
  const known = [...all].sort((a, b) => a - b)
  // What two machines tell lies close together: the step is that of one series, not of all moments.
  const longest = series.reduce<readonly Point[]>(
    (most, points) => (points.length > most.length ? points : most),
    [],
  )
  const step = usualStep(longest.map(([at]) => at))
  return known.flatMap((at, index) => {
    const before = known[index - 1]
    return before !== undefined && at - before > step * gapFactor ? [before + step, at] : [at]
  })
}

/** A count stays what it was until it is told again: up to its last point, at every moment the value before. */
export function steppedColumnOf(points: readonly Point[], moments: readonly number[]): (number | null)[] {
  const reach = gapSeconds(points.map(([at]) => at))
  const end = points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
  return moments.map(at => (at > end ? null : lastBefore(points, at, reach)))
}

/** From the newest value of a count to the newest moment: what it most likely still is. Nothing where that is too old. */
export function tailOf(points: readonly Point[], moments: readonly number[]): Point[] {
  const last = points.at(-1)
  const now = moments.at(-1)
  if (!last || now === undefined || now <= last[0]) return []
  return now - last[0] <= gapSeconds(points.map(([at]) => at)) ? [last, [now, last[1]]] : []
}

/**
 * The values of one series at these moments: null where it has a gap, undefined where only another series was told,
 * so that the line goes on there.
 */
export function columnOf(
  points: readonly Point[],
  moments: readonly number[],
): (number | null | undefined)[] {
  const reach = gapSeconds(points.map(([at]) => at))
  let next = 0
  return moments.map(at => {
    while ((points[next]?.[0] ?? Number.POSITIVE_INFINITY) < at) next += 1
    const after = points[next]
    if (after?.[0] === at) return after[1]
    const before = points[next - 1]
    return after && before && after[0] - before[0] <= reach ? undefined : null
  })
}
