// Rows by their ids, remembered as long as none of the tables that they are read from has changed.
//
// Which rows an answer shows, and in what order, is asked anew each time; that takes a fraction of reading them. A row
// is used again only under the version that it was read under, and for no longer than an answer is kept.

/** What tells whether rows may have changed; null: that cannot be told. Another one after every change. */
export type VersionNow = () => string | null

/** The rows of these ids, in any order; one that is gone is left out. */
type ReadRows<Row> = (ids: readonly number[]) => Promise<readonly Row[]>

export type RowsByVersion<Row> = (
  ids: readonly number[],
  versionNow: VersionNow,
  read: ReadRows<Row>,
) => Promise<Row[]>

interface Options<Row> {
  idOf(row: Row): number
  now(): number
  longestMs: number
  /** No more of them are remembered for the next time. */
  capacity: number
}

export function createRowsByVersion<Row>({
  idOf,
  now,
  longestMs,
  capacity,
}: Options<Row>): RowsByVersion<Row> {
  let known = { version: '', sinceMs: 0, rows: new Map<number, Row>() }

  /** What is read under a version is added to its rows, also when they are no longer the known ones by then. */
  function rowsOf(version: string): Map<number, Row> {
    const ageMs = now() - known.sinceMs
    const isUsable = known.version === version && ageMs >= 0 && ageMs < longestMs
    if (!isUsable || known.rows.size > capacity) known = { version, sinceMs: now(), rows: new Map() }
    return known.rows
  }

  return async (ids, versionNow, read) => {
    const version = versionNow()
    const rows = version === null ? new Map<number, Row>() : rowsOf(version)
    const missing = ids.filter(id => !rows.has(id))
    if (missing.length > 0) for (const row of await read(missing)) rows.set(idOf(row), row)
    return inOrder(ids, rows)
  }
}

export function inOrder<Row>(ids: readonly number[], rows: ReadonlyMap<number, Row>): Row[] {
  return ids.map(id => rows.get(id)).filter(row => row !== undefined)
}
