// How the copies of the database that are made before a change of its schema are named, and which of them may go.

/** `lastChange` is the newest change that the copy holds: it belongs to the version of the panel that knows it. */
export function backupCopyName(file: string, lastChange: string, nowIso: string): string {
  return `${file}.kept-${nowIso.replaceAll(/[-:]|\.\d+/g, '')}-${lastChange}`
}

/** The oldest ones beyond `count`; names of other files are never given. */
export function surplusCopies(file: string, names: readonly string[], count: number): string[] {
  const beginning = `${file}.kept-`
  const copies = names.filter(
    name =>
      name.startsWith(beginning) &&
      /^\d{8}T\d{6}Z-[\w-]+(?<!-wal|-shm|-journal)$/.test(name.slice(beginning.length)),
  )
  return copies.toSorted().slice(0, Math.max(0, copies.length - count))
}
