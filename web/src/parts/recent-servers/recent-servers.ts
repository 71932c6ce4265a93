// Which game servers somebody opened last, newest first, as this browser stores them.

const storageKey = 'rookery.recent-servers'
/** More than a list of the last ones shows, so that those deleted since leave no gap. */
const mostStored = 8

export function recentServerIds(): number[] {
  try {
    return readRecentIds(window.localStorage.getItem(storageKey))
  } catch {
    return []
  }
}

export function rememberOpened(id: number): void {
  try {
    window.localStorage.setItem(storageKey, JSON.stringify(withOpened(recentServerIds(), id)))
  } catch {
    // A browser that stores nothing has no recent servers.
  }
}

/** What is stored may be of another version, or written by hand: only ids are taken from it. */
export function readRecentIds(stored: string | null): number[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(found)) return []
    return found.filter((id): id is number => Number.isSafeInteger(id)).slice(0, mostStored)
  } catch {
    return []
  }
}

export function withOpened(ids: readonly number[], opened: number): number[] {
  return [opened, ...ids.filter(id => id !== opened)].slice(0, mostStored)
}
