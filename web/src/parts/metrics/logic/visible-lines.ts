// Which lines of a chart are switched off.

/** A chart never goes empty: switching off the last line brings all of them back. */
export function toggleLine(
  hidden: ReadonlySet<string>,
  label: string,
  all: readonly string[],
): ReadonlySet<string> {
  const next = new Set(hidden)
  if (!next.delete(label)) next.add(label)
  return all.every(each => next.has(each)) ? new Set() : next
}
