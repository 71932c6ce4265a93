// Roll-ups: what is stored of all values within a minute, and of all minutes within ten. A gap stays a gap.

import type { HistoryColumn } from '@rookery/contracts/metric-history.ts'

/** One point: a value per column, NaN where nothing was measured. */
export type ColumnValues = readonly number[]

/** Which value of a tick a column is made of: a series by its place, or the players beside them. */
export type TickIndex = readonly number[]

export const playersIndex = (seriesCount: number): number => seriesCount

/** The players stand behind the last series of a tick. */
export function tickIndexOf(
  columns: readonly HistoryColumn[],
  series: readonly { name: string }[],
): TickIndex {
  return columns.map(({ of }) =>
    of === 'players' ? playersIndex(series.length) : series.findIndex(({ name }) => name === of),
  )
}

/** Of all values of one column within a step, those that are not measured left out; NaN when none is left. */
export function figureOf(figure: HistoryColumn['figure'], values: readonly number[]): number {
  let [count, sum, least, most, last] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]
  for (const value of values) {
    if (Number.isNaN(value)) continue
    count += 1
    sum += value
    least = Math.min(least, value)
    most = Math.max(most, value)
    last = value
  }
  if (count === 0) return Number.NaN
  switch (figure) {
    case 'average':
      return sum / count
    case 'last':
      return last
    case 'least':
      return least
    case 'most':
      return most
  }
}

/** One point of many, each with the same columns. A point that is missing among them changes nothing. */
export function mergePoints(
  columns: readonly HistoryColumn[],
  points: readonly ColumnValues[],
): ColumnValues {
  return columns.map(({ figure }, column) =>
    figureOf(
      figure,
      points.map(values => values[column] ?? Number.NaN),
    ),
  )
}

/** One point of the ticks of a minute. */
export function rollUpTicks(
  columns: readonly HistoryColumn[],
  index: TickIndex,
  ticks: readonly ArrayLike<number>[],
): ColumnValues {
  return columns.map(({ figure }, column) =>
    figureOf(
      figure,
      ticks.map(tick => tick[index[column] ?? -1] ?? Number.NaN),
    ),
  )
}

export interface HistoryPoint {
  atSeconds: number
  values: ColumnValues
}

export const startOf = (atSeconds: number, stepSeconds: number): number =>
  Math.floor(atSeconds / stepSeconds) * stepSeconds

/** Points of a larger step. One of which nothing is stored does not appear. */
export function rollUpPoints(
  columns: readonly HistoryColumn[],
  points: readonly HistoryPoint[],
  stepSeconds: number,
): HistoryPoint[] {
  const groups = new Map<number, ColumnValues[]>()
  for (const { atSeconds, values } of points) {
    const begin = startOf(atSeconds, stepSeconds)
    const group = groups.get(begin) ?? []
    groups.set(begin, group)
    group.push(values)
  }
  return [...groups]
    .sort(([one], [other]) => one - other)
    .map(([atSeconds, values]) => ({ atSeconds, values: mergePoints(columns, values) }))
}
