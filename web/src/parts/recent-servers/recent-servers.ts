// Keeps in this browser which game servers were opened last.

import { readRecentIds, withOpened } from './recent-servers-rules.ts'

const storageKey = 'rookery.recent-servers'

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
    // A browser that keeps nothing has no recent servers.
  }
}
