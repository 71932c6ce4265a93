// Which rows of a long list are drawn: those in sight and a few beside them.

export interface RowWindow {
  first: number
  /** Not drawn any more. */
  end: number
}

const beside = 8

/** `topPx`: where the list begins, seen from the top edge of what is in sight. */
export function rowsInSight(topPx: number, heightPx: number, rowPx: number, count: number): RowWindow {
  const first = Math.floor(-topPx / rowPx) - beside
  const end = Math.ceil((heightPx - topPx) / rowPx) + beside
  const clamp = (row: number) => Math.min(count, Math.max(0, row))
  return { first: clamp(first), end: clamp(end) }
}
