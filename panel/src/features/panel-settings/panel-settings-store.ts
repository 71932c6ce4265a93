// Settings in the database, each by its name and as JSON; one that is not there has its default.

import type { Kysely, Transaction } from 'kysely'
import { raiseDataVersion } from '../../platform/database/data-versions.ts'
import { inTransaction, upsert } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface PanelSettingsStore {
  /** JSON by name; within a transaction where one is given. */
  read(names: readonly string[], within?: Kysely<Schema>): Promise<Map<string, string>>
  /** All or nothing; null removes one. `also` is written together with it. */
  write(
    values: ReadonlyMap<string, string | null>,
    nowMs: number,
    also?: (transaction: Transaction<Schema>) => Promise<void>,
    /** Before it, while nobody else writes; throws when the present ones must stay. */
    check?: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<void>
}

export function createPanelSettingsStore(db: Kysely<Schema>): PanelSettingsStore {
  return {
    async read(names, within = db) {
      const rows = await within
        .selectFrom('settings')
        .select(['name', 'value'])
        .where('name', 'in', [...names])
        .execute()
      return new Map(rows.map(({ name, value }) => [name, value]))
    },
    write: (values, nowMs, also, check) =>
      inTransaction(db, async transaction => {
        // Also a lock: one after the other, so that a check holds until the end.
        await raiseDataVersion(transaction, 'settings')
        await check?.(transaction)
        for (const [name, value] of values) {
          if (value === null) await transaction.deleteFrom('settings').where('name', '=', name).execute()
          else {
            const changed = { value, changed_at: nowMs }
            await upsert(transaction, 'settings', { name, ...changed }, ['name'], changed)
          }
        }
        await also?.(transaction)
      }),
  }
}
