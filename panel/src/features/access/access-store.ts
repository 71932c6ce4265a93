// Permission entries in the database: those that count for a user, and whether an administrator is left.

import { administratorPermission } from '@rookery/contracts/game-server-permissions.ts'
import { type Kysely, sql } from 'kysely'
import { prepareQuery, type ValueAt } from '../../platform/database/prepared-queries.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { ownerEntries, type PermissionEntry } from './logic/decide.ts'
import { entryFromRow } from './logic/entry-shapes.ts'
import { suspensionEntries } from './logic/suspension.ts'

/** An entry together with the role that gives it; null: it is the user's own, or follows from owning the game server. */
export interface HeldEntry extends PermissionEntry {
  role: { id: number; name: string; title: string } | null
}

const columns = ['permission', 'effect', 'object_type', 'object_id'] as const

/** The user's own entries, those of all roles, and what follows from owning game servers and from suspensions, in one query. */
export function createReadEntries(db: Kysely<Schema>): (userId: number) => Promise<PermissionEntry[]> {
  const read = prepareQuery(db, (at: ValueAt<number>) => {
    const userId = at(one => one)
    const stored = sql<number>`0`.as('server_id')
    const direct = db
      .selectFrom('user_permissions')
      .select([...columns, stored])
      .where('user_id', '=', userId)
    const throughRoles = db
      .selectFrom('role_permissions')
      .innerJoin('user_roles', 'user_roles.role_id', 'role_permissions.role_id')
      .select([...columns, stored])
      .where('user_roles.user_id', '=', userId)
    const owned = db
      .selectFrom('game_servers')
      .select([
        sql<string>`''`.as('permission'),
        sql<'allow'>`'allow'`.as('effect'),
        sql<string>`''`.as('object_type'),
        sql<number>`0`.as('object_id'),
        'id as server_id',
      ])
      .where('owner_id', '=', userId)
    const suspended = db
      .selectFrom('game_servers')
      .select([
        sql<string>`''`.as('permission'),
        sql<'deny'>`'deny'`.as('effect'),
        sql<string>`''`.as('object_type'),
        sql<number>`0`.as('object_id'),
        'id as server_id',
      ])
      .where('suspended_at', 'is not', null)
    return direct.unionAll(throughRoles).unionAll(owned).unionAll(suspended)
  })
  return async userId => {
    const rows = await read(userId)
    const stored = rows.filter(row => row.server_id === 0).map(entryFromRow)
    const serversWith = (effect: 'allow' | 'deny') =>
      rows.filter(row => row.server_id !== 0 && row.effect === effect).map(row => row.server_id)
    const held = [...stored, ...serversWith('allow').flatMap(ownerEntries)]
    return [...held, ...suspensionEntries(held, serversWith('deny'))]
  }
}

export async function suspendedGameServers(db: Kysely<Schema>): Promise<number[]> {
  const rows = db.selectFrom('game_servers').select('id').where('suspended_at', 'is not', null)
  return (await rows.execute()).map(({ id }) => id)
}

/** The same entries with who gives them: the user's own, then those of roles, then ownership. Without suspensions. */
export async function readHeldEntries(db: Kysely<Schema>, userId: number): Promise<HeldEntry[]> {
  const direct = await db
    .selectFrom('user_permissions')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const throughRoles = await db
    .selectFrom('role_permissions')
    .innerJoin('user_roles', 'user_roles.role_id', 'role_permissions.role_id')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .select([...columns, 'roles.id as role_id', 'roles.name', 'roles.title'])
    .where('user_roles.user_id', '=', userId)
    .orderBy('roles.name')
    .orderBy('role_permissions.id')
    .execute()
  const owned = await db.selectFrom('game_servers').select('id').where('owner_id', '=', userId).execute()
  return [
    ...direct.map(row => ({ ...entryFromRow(row), role: null })),
    ...throughRoles.map(row => ({
      ...entryFromRow(row),
      role: { id: row.role_id, name: row.name, title: row.title },
    })),
    ...owned.flatMap(({ id }) => ownerEntries(id)).map(entry => ({ ...entry, role: null })),
  ]
}

/** Who holds a global allow or deny of the administrator's permission, directly or through a role. */
function holdersOfAdministration(db: Kysely<Schema>, effect: 'allow' | 'deny') {
  return db
    .selectFrom('user_permissions')
    .select('user_id')
    .where('object_type', '=', '')
    .where('object_id', '=', 0)
    .where('permission', '=', administratorPermission)
    .where('effect', '=', effect)
    .union(
      db
        .selectFrom('role_permissions')
        .innerJoin('user_roles', 'user_roles.role_id', 'role_permissions.role_id')
        .select('user_roles.user_id')
        .where('object_type', '=', '')
        .where('object_id', '=', 0)
        .where('permission', '=', administratorPermission)
        .where('effect', '=', effect),
    )
}

/** Administrators hold the allow without the deny (A10). */
function administrators(db: Kysely<Schema>) {
  return db
    .selectFrom(holdersOfAdministration(db, 'allow').as('allowed'))
    .select('user_id')
    .where('user_id', 'not in', holdersOfAdministration(db, 'deny'))
}

/** A person who may sign in: neither a service account nor whoever is suspended is ever the last one (A10). */
export async function hasAdministrator(db: Kysely<Schema>): Promise<boolean> {
  const others = db
    .selectFrom('users')
    .select('id')
    .where(where => where.or([where('kind', '=', 'service'), where('suspended_at', 'is not', null)]))
  const people = administrators(db).where('user_id', 'not in', others)
  return (await people.limit(1).executeTakeFirst()) !== undefined
}

export async function administratorIds(db: Kysely<Schema>): Promise<number[]> {
  return (await administrators(db).execute()).map(row => row.user_id)
}

export async function administratorsAmong(
  db: Kysely<Schema>,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const rows = await administrators(db).where('user_id', 'in', userIds).execute()
  return new Set(rows.map(row => row.user_id))
}

/** An object that is gone needs no entries; its id is never given again. */
export async function removeEntriesOn(
  db: Kysely<Schema>,
  objectType: PermissionEntry['objectType'],
  objectId: number,
): Promise<void> {
  for (const table of ['user_permissions', 'role_permissions'] as const) {
    await db
      .deleteFrom(table)
      .where('object_type', '=', objectType)
      .where('object_id', '=', objectId)
      .execute()
  }
}
