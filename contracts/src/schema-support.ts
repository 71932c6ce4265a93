// Which programs may work on a database that a newer one has changed: each change names the oldest that may.

/** A change of the schema that a database has. */
export interface AppliedChange {
  name: string
  /** The newest change that a program must know to work on the database in spite of this one; null: only one that knows it. */
  oldestSchema: string | null
}

/**
 * The changes that keep a program which knows only `known` from working on the database. Names order changes; a
 * program that misses one in the middle, or has one that the database lacks, is of another line and stays away.
 */
export function blockingChanges(applied: readonly AppliedChange[], known: readonly string[]): string[] {
  const newest = known.toSorted().at(-1) ?? ''
  const unknown = applied.filter(({ name }) => !known.includes(name))
  const names = new Set(applied.map(({ name }) => name))
  const isBehind = known.some(name => !names.has(name))
  return unknown
    .filter(
      ({ name, oldestSchema }) => isBehind || name < newest || oldestSchema === null || oldestSchema > newest,
    )
    .map(({ name }) => name)
}
