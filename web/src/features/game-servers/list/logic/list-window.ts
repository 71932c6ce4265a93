// Which rows of a long list the window can show, and how far to scroll to bring one into sight. All rows are equally high.

export interface ListWindow {
  /** Where the list begins on the page, and how high one row is. */
  top: number
  rowHeight: number
  count: number
}

export interface Stretch {
  first: number
  /** The first row after the stretch. */
  end: number
}

/** Rows beyond both edges that are drawn already, so that a small scroll shows no gap. */
const spareRows = 4

export function stretchInSight(
  { top, rowHeight, count }: ListWindow,
  view: { scrollY: number; height: number },
): Stretch {
  const at = (y: number) => Math.floor((y - top) / rowHeight)
  const first = Math.min(count, Math.max(0, at(view.scrollY) - spareRows))
  const end = Math.min(count, Math.max(first, at(view.scrollY + view.height) + 1 + spareRows))
  return { first, end }
}

/** As many new rows as one frame can lay out and paint with ease, also on a slow machine. */
const rowsAtOnce = 3

/** One step from the rows that are drawn towards those that are wanted, the ones in sight first. */
export function stepTowards(drawn: Stretch, wanted: Stretch): Stretch {
  const isApart = drawn.end <= wanted.first || drawn.first >= wanted.end
  const start = Math.min(wanted.first + spareRows, wanted.end)
  const retained = isApart
    ? { first: start, end: start }
    : { first: Math.max(drawn.first, wanted.first), end: Math.min(drawn.end, wanted.end) }
  const end = Math.min(wanted.end, retained.end + rowsAtOnce)
  const first = Math.max(wanted.first, retained.first - (rowsAtOnce - (end - retained.end)))
  return { first, end }
}

export const isSameStretch = (one: Stretch, other: Stretch): boolean =>
  one.first === other.first && one.end === other.end

/** Where to scroll so that nothing covers the row; null when nothing does. */
export function scrollToShow(
  index: number,
  { top, rowHeight }: ListWindow,
  view: { scrollY: number; height: number; coveredAbove: number; coveredBelow: number },
): number | null {
  const rowTop = top + index * rowHeight
  const rowBottom = rowTop + rowHeight
  if (rowTop < view.scrollY + view.coveredAbove) return rowTop - view.coveredAbove
  if (rowBottom > view.scrollY + view.height - view.coveredBelow)
    return rowBottom + view.coveredBelow - view.height
  return null
}
