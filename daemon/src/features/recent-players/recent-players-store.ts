// Who was seen on game servers, in the daemon's store.

import type { DatabaseSync } from 'node:sqlite'
import { attempt, inTransaction } from '../../platform/store.ts'
import type { SeenPlayer } from './seen-player-rules.ts'

export interface RecentPlayersStore {
  of(uuid: string): SeenPlayer[]
  /** Whether it is written. */
  change(uuid: string, seen: readonly SeenPlayer[], gone: readonly string[]): boolean
  removeAll(uuid: string): void
  removeBefore(limitMs: number): void
}

export function createRecentPlayersStore(
  database: DatabaseSync,
  report: (error: unknown) => void,
): RecentPlayersStore {
  const select = database.prepare('SELECT name, last_seen_ms FROM recent_players WHERE uuid = ?')
  const upsert = database.prepare('INSERT OR REPLACE INTO recent_players VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM recent_players WHERE uuid = ? AND name = ?')
  const removeAll = database.prepare('DELETE FROM recent_players WHERE uuid = ?')
  const removeBefore = database.prepare('DELETE FROM recent_players WHERE last_seen_ms < ?')
  return {
    of: uuid =>
      select.all(uuid).map(row => ({ name: String(row.name), lastSeenMs: Number(row.last_seen_ms) })),
    change(uuid, seen, gone) {
      let isWritten = false
      attempt(() => {
        inTransaction(database, () => {
          for (const { name, lastSeenMs } of seen) upsert.run(uuid, name, lastSeenMs)
          for (const name of gone) remove.run(uuid, name)
        })
        isWritten = true
      }, report)
      return isWritten
    },
    removeAll: uuid => attempt(() => removeAll.run(uuid), report),
    removeBefore: limitMs => attempt(() => removeBefore.run(limitMs), report),
  }
}
