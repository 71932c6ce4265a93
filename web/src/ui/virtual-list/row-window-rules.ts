// Which rows of a long list are drawn, and how far to scroll to bring one into sight. All rows are equally high.

export interface RowList {
  rowHeight: number
  count: number
}

/** What can be seen of a list: where the list begins, seen from the upper edge of that, and how high it is. */
export interface Sight {
  top: number
  height: number
}

export interface Stretch {
  first: number
  /** The first row after the stretch. */
  end: number
}

/** With a few rows beyond both edges, so that a small scroll shows no gap. */
export function stretchInSight({ rowHeight, count }: RowList, sight: Sight, spareRows: number): Stretch {
  const within = (row: number) => Math.min(count, Math.max(0, row))
  const first = within(Math.floor(-sight.top / rowHeight) - spareRows)
  const end = within(Math.ceil((sight.height - sight.top) / rowHeight) + spareRows)
  return { first, end: Math.max(first, end) }
}

interface Pace {
  spareRows: number
  /** As many new rows as one frame can lay out and paint with ease, also on a slow machine. */
  rowsPerFrame: number
}

/** One step from the rows that are drawn towards those that are wanted, the ones in sight first. */
export function stepTowards(drawn: Stretch, wanted: Stretch, { spareRows, rowsPerFrame }: Pace): Stretch {
  const isApart = drawn.end <= wanted.first || drawn.first >= wanted.end
  const start = Math.min(wanted.first + spareRows, wanted.end)
  const retained = isApart
    ? { first: start, end: start }
    : { first: Math.max(drawn.first, wanted.first), end: Math.min(drawn.end, wanted.end) }
  const end = Math.min(wanted.end, retained.end + rowsPerFrame)
  const first = Math.max(wanted.first, retained.first - (rowsPerFrame - (end - retained.end)))
  return { first, end }
}

export const isSameStretch = (one: Stretch, other: Stretch): boolean =>
  one.first === other.first && one.end === other.end

interface ScrolledView {
  /** Where the list begins in what is scrolled, and how far that is scrolled. */
  listTop: number
  scrolled: number
  height: number
  coveredAbove: number
  coveredBelow: number
}

/** Where to scroll so that nothing covers the row; null when nothing does. */
export function scrollToShow(index: number, rowHeight: number, view: ScrolledView): number | null {
  const rowTop = view.listTop + index * rowHeight
  const rowBottom = rowTop + rowHeight
  if (rowTop < view.scrolled + view.coveredAbove) return rowTop - view.coveredAbove
  if (rowBottom > view.scrolled + view.height - view.coveredBelow)
    return rowBottom + view.coveredBelow - view.height
  return null
}
