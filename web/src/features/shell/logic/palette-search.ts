// Finds and ranks entries of the command palette.

export interface Findable {
  title: string
  /** Further words by which it is found: game, node, address. */
  keywords?: string
}

/** Every typed word must be found; a title that begins with it comes first, then a word that does, then the rest. */
function rank({ title, keywords = '' }: Findable, typed: string[]): number | null {
  const name = title.toLowerCase()
  const all = `${name} ${keywords.toLowerCase()}`
  let sum = 0
  for (const label of typed) {
    if (!all.includes(label)) return null
    if (name.startsWith(label)) sum += 0
    else if (` ${name}`.includes(` ${label}`)) sum += 1
    else if (name.includes(label)) sum += 2
    else sum += 3
  }
  return sum
}

export function findEntries<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  limit: number,
): Entry[] {
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean)
  return entries
    .map((entry, order) => ({ entry, order, rank: rank(entry, typed) }))
    .filter(found => found.rank !== null)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0) || one.order - other.order)
    .slice(0, limit)
    .map(found => found.entry)
}
