// Reads the permission entries of a user: the direct ones and those of all roles, in one query.

import type { Permission } from '@rookery/contracts/game-server-permissions.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { PermissionEntry } from './logic/decide.ts'

export async function readEntries(db: Kysely<Schema>, userId: number): Promise<PermissionEntry[]> {
  const columns = ['permission', 'effect', 'object_type', 'object_id'] as const
  const direct = db.selectFrom('user_permissions').select(columns).where('user_id', '=', userId)
  const throughRoles = db
    .selectFrom('role_permissions')
    .innerJoin('user_roles', 'user_roles.role_id', 'role_permissions.role_id')
    .select(columns)
    .where('user_roles.user_id', '=', userId)
  const rows = await direct.unionAll(throughRoles).execute()
  return rows.map(row => ({
    permission: row.permission as Permission,
    effect: row.effect,
    objectType: row.object_type as PermissionEntry['objectType'],
    objectId: row.object_id,
  }))
}
