// One page of a list: which rows, and how many there are in all.

export interface Window {
  limit: number
  offset: number
}

/** Counting reads through everything, so it is left out where the rows of the page tell the total. */
export async function totalOf(
  rowsOfPage: number,
  { limit, offset }: Window,
  count: () => Promise<{ total: number | string | bigint } | undefined>,
): Promise<number> {
  const isLastPage = rowsOfPage < limit && (rowsOfPage > 0 || offset === 0)
  return isLastPage ? offset + rowsOfPage : Number((await count())?.total ?? 0)
}
