// Roles and their permission entries in the database.

import type { Kysely, Transaction } from 'kysely'
import { insertReturningId } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { PermissionEntry } from '../access/logic/decide.ts'
import { entryFromRow, entryToRow } from '../access/logic/entry-shapes.ts'

export interface StoredRole {
  id: number
  name: string
  title: string
  userCount: number
  entries: PermissionEntry[]
  createdAtMs: number
}

type Db = Kysely<Schema>
type InTransaction = Transaction<Schema>

export interface RolesStore {
  list(window: { limit: number; offset: number }): Promise<{ items: StoredRole[]; total: number }>
  find(id: number, within?: Db): Promise<StoredRole | null>
  create(transaction: InTransaction, role: { name: string; title: string }, nowMs: number): Promise<number>
  rename(
    transaction: InTransaction,
    id: number,
    names: { name?: string | undefined; title?: string | undefined },
  ): Promise<void>
  replaceEntries(transaction: InTransaction, id: number, entries: readonly PermissionEntry[]): Promise<void>
  remove(transaction: InTransaction, id: number): Promise<boolean>
}

export function createRolesStore(db: Db): RolesStore {
  return {
    async list({ limit, offset }) {
      const rows = await db
        .selectFrom('roles')
        .selectAll()
        .orderBy('name')
        .limit(limit)
        .offset(offset)
        .execute()
      const counted = await db
        .selectFrom('roles')
        .select(count => count.fn.countAll().as('total'))
        .executeTakeFirst()
      return { items: await withEntries(db, rows), total: Number(counted?.total ?? 0) }
    },
    async find(id, within = db) {
      const rows = await within.selectFrom('roles').selectAll().where('id', '=', id).execute()
      return (await withEntries(within, rows))[0] ?? null
    },
    create: (transaction, { name, title }, nowMs) =>
      insertReturningId(transaction, 'roles', { name, title, created_at: nowMs }),
    async rename(transaction, id, { name, title }) {
      if (name === undefined && title === undefined) return
      await transaction
        .updateTable('roles')
        .set({ ...(name === undefined ? {} : { name }), ...(title === undefined ? {} : { title }) })
        .where('id', '=', id)
        .execute()
    },
    async replaceEntries(transaction, id, entries) {
      await transaction.deleteFrom('role_permissions').where('role_id', '=', id).execute()
      const rows = entries.map(entry => ({ ...entryToRow(entry), role_id: id }))
      if (rows.length > 0) await transaction.insertInto('role_permissions').values(rows).execute()
    },
    async remove(transaction, id) {
      const { numDeletedRows } = await transaction
        .deleteFrom('roles')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
  }
}

interface RoleRow {
  id: number
  name: string
  title: string
  created_at: number
}

/** Two queries, however many roles. */
async function withEntries(db: Db, roles: RoleRow[]): Promise<StoredRole[]> {
  if (roles.length === 0) return []
  const ids = roles.map(role => role.id)
  const entries = await db
    .selectFrom('role_permissions')
    .selectAll()
    .where('role_id', 'in', ids)
    .orderBy('id')
    .execute()
  const holders = await db
    .selectFrom('user_roles')
    .select(['role_id', count => count.fn.countAll().as('users')])
    .where('role_id', 'in', ids)
    .groupBy('role_id')
    .execute()
  const counts = new Map(holders.map(row => [row.role_id, Number(row.users)]))
  return roles.map(role => ({
    id: role.id,
    name: role.name,
    title: role.title,
    userCount: counts.get(role.id) ?? 0,
    entries: entries.filter(row => row.role_id === role.id).map(entryFromRow),
    createdAtMs: role.created_at,
  }))
}
