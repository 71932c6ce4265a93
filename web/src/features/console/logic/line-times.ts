// Which rows of the terminal were written when.

/** From this row on, until the next mark, everything came in the second `at`; null where nobody saw it come. */
export interface TimeMark {
  row: number
  at: number | null
}

/** The marks are in the order of their rows. */
export function timeOfRow(marks: readonly TimeMark[], row: number): number | null {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((marks[middle]?.row ?? 0) <= row) low = middle + 1
    else high = middle
  }
  return marks[low - 1]?.at ?? null
}

export interface RowsOfSecond {
  /** The first row of that second, or the place where it would stand. */
  firstRow: number
  rowCount: number
}

/** The rows of one second; null before the first time that is known. `endRow` is the row after the last one written. */
export function rowsOfSecond(
  marks: readonly TimeMark[],
  second: number,
  endRow: number,
): RowsOfSecond | null {
  const timed = marks.filter(({ at }) => at !== null)
  const first = timed.findIndex(({ at }) => (at ?? 0) >= second)
  if (timed.length === 0 || (first === 0 && timed[0]?.at !== second)) return null
  if (first === -1) return { firstRow: endRow, rowCount: 0 }
  const mark = timed[first]
  if (!mark || mark.at !== second) return { firstRow: mark?.row ?? endRow, rowCount: 0 }
  const next = marks[marks.indexOf(mark) + 1]
  return { firstRow: mark.row, rowCount: Math.max(0, (next?.row ?? endRow) - mark.row) }
}
