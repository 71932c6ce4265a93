// Puts lines of activity, newest first, under the days on which they happened, as the reader's calendar counts them.

export interface ActivityDay<Entry> {
  /** Midnight at its beginning, where the reader is. */
  startMs: number
  entries: Entry[]
}

export function startOfDay(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0)
}

/** One that does not have 24 hours counts as well. */
export function dayBefore(startMs: number): number {
  const day = new Date(startMs)
  return day.setDate(day.getDate() - 1)
}

export function byDay<Entry extends { at: string }>(entries: readonly Entry[]): ActivityDay<Entry>[] {
  const groups = Map.groupBy(entries, entry => startOfDay(Date.parse(entry.at)))
  return [...groups].map(([startMs, ofDay]) => ({ startMs, entries: ofDay }))
}
