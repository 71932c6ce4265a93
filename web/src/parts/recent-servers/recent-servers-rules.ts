// Which game servers somebody opened last, newest first, as this browser keeps them.

/** More than a list of the last ones shows, so that those deleted since leave no gap. */
const keptIds = 8

/** What is stored may be of another version, or written by hand: only ids are taken from it. */
export function readRecentIds(stored: string | null): number[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(found)) return []
    return found.filter((id): id is number => Number.isSafeInteger(id)).slice(0, keptIds)
  } catch {
    return []
  }
}

export function withOpened(ids: readonly number[], opened: number): number[] {
  return [opened, ...ids.filter(id => id !== opened)].slice(0, keptIds)
}
