// Turns series into what a chart draws: rates from totals, one row per moment, and rows that hold nothing where time is missing.

import type { MetricHistory, Point } from './metric-history.ts'

const gapFactor = 2.5

/** The usual time between two moments; the middle one of all steps, so that gaps do not count. */
export function usualStep(moments: readonly number[]): number {
  const steps = moments.slice(1).map((at, index) => at - (moments[index] ?? at))
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? 0
}

/** Per second, from a total that counts up. A total that fell began anew, and across a gap nobody knows: no point. */
export function ratesOf(totals: readonly Point[]): Point[] {
  const step = usualStep(totals.map(([at]) => at))
  const rates: Point[] = []
  for (const [index, [at, total]] of totals.entries()) {
    const before = totals[index - 1]
    if (!before) continue
    const seconds = at - before[0]
    if (total < before[1] || seconds <= 0 || seconds > step * gapFactor) continue
    rates.push([at, (total - before[1]) / seconds])
  }
  return rates
}

/** Every moment that any series knows, with one more in each gap: there nothing is drawn. */
export function momentsOf(history: MetricHistory): number[] {
  const all = new Set([...history.values()].flatMap(points => points.map(([at]) => at)))
  const known = [...all].sort((a, b) => a - b)
  const step = usualStep(known)
  return known.flatMap((at, index) => {
    const before = known[index - 1]
    return before !== undefined && at - before > step * gapFactor ? [before + step, at] : [at]
  })
}

/** The values of one series at these moments; null where it has none. */
export function columnOf(points: readonly Point[], moments: readonly number[]): (number | null)[] {
  const byMoment = new Map(points)
  return moments.map(at => byMoment.get(at) ?? null)
}

const shortestSpanSeconds = 120

/** What the time axis shows: never less than two minutes, so that the first points do not fill the chart. */
export function timeRange(moments: readonly number[], nowSeconds: number): [number, number] {
  const to = moments.at(-1) ?? nowSeconds
  return [Math.min(moments[0] ?? to, to - shortestSpanSeconds), to]
}
