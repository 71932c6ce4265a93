// The users' own permission entries in the database.

import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { PermissionEntry } from '../access/logic/decide.ts'
import { entryFromRow, entryToRow } from '../access/logic/entry-shapes.ts'

type Db = Kysely<Schema>
type InTransaction = Transaction<Schema>

export interface PermissionsStore {
  /** All but those on single game servers. */
  readWide(userId: number, within?: Db): Promise<PermissionEntry[]>
  replaceWide(transaction: InTransaction, userId: number, entries: readonly PermissionEntry[]): Promise<void>
  /** Sets or removes the one entry of a permission on a game server. */
  setOnGameServer(
    transaction: InTransaction,
    userId: number,
    entry: Pick<PermissionEntry, 'permission' | 'objectId'>,
    effect: PermissionEntry['effect'] | null,
  ): Promise<void>
}

export function createPermissionsStore(db: Db): PermissionsStore {
  return {
    async readWide(userId, within = db) {
      const rows = await within
        .selectFrom('user_permissions')
        .selectAll()
        .where('user_id', '=', userId)
        .where(or => or.or([or('object_type', '!=', 'server'), or('object_id', '=', 0)]))
        .orderBy('id')
        .execute()
      return rows.map(entryFromRow)
    },
    async replaceWide(transaction, userId, entries) {
      await transaction
        .deleteFrom('user_permissions')
        .where('user_id', '=', userId)
        .where(or => or.or([or('object_type', '!=', 'server'), or('object_id', '=', 0)]))
        .execute()
      const rows = entries.map(entry => ({ ...entryToRow(entry), user_id: userId }))
      if (rows.length > 0) await transaction.insertInto('user_permissions').values(rows).execute()
    },
    async setOnGameServer(transaction, userId, { permission, objectId }, effect) {
      await transaction
        .deleteFrom('user_permissions')
        .where('user_id', '=', userId)
        .where('permission', '=', permission)
        .where('object_type', '=', 'server')
        .where('object_id', '=', objectId)
        .execute()
      if (effect === null) return
      await transaction
        .insertInto('user_permissions')
        .values({ user_id: userId, permission, effect, object_type: 'server', object_id: objectId })
        .execute()
    },
  }
}
