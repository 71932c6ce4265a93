// Tells whether rows of some tables may have changed since: every query of this process passes by here.
//
// A version is read before the rows, and what was made of them is good as long as the version is the same: a change is
// counted after it is in force (a transaction's at its end, whatever that end was) and before whoever made it goes on.

import type { Schema } from '../schema.ts'
import type { ChangedTables } from './changed-tables.ts'

type Table = keyof Schema

export interface TableVersions {
  /** Never the same again once a row of one of these tables has changed. */
  of(tables: readonly Table[]): number
  count(tables: ChangedTables): void
  /** Called after every change, before whoever made it goes on. */
  listen(listener: (tables: ChangedTables) => void | Promise<void>): void
  /** What listeners still do about the changes that were counted. */
  reported(): Promise<void>
}

export function createTableVersions(): TableVersions {
  const lastChange = new Map<string, number>()
  const listeners: ((tables: ChangedTables) => void | Promise<void>)[] = []
  let changes = 0
  let lastOfAll = 0
  let telling: Promise<unknown> = Promise.resolve()

  return {
    of(tables) {
      let version = lastOfAll
      for (const table of tables) version = Math.max(version, lastChange.get(table) ?? 0)
      return version
    },
    count(tables) {
      changes += 1
      if (tables === 'all') lastOfAll = changes
      else for (const table of tables) lastChange.set(table, changes)
      const reported = listeners.map(listener => listener(tables)).filter(result => result !== undefined)
      if (reported.length > 0) telling = Promise.all([telling, ...reported])
    },
    listen(listener) {
      listeners.push(listener)
    },
    reported: async () => void (await telling),
  }
}
