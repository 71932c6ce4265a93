// Who is granted something on one game server, in the database.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { PersonWithAccess } from '@rookery/contracts/http/ownership.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

type Db = Kysely<Schema>

export function createServerAccessStore(db: Db) {
  /** What each person is granted on this game server; service accounts are administrators' business. */
  const granted = (gameServerId: number, within: Db) =>
    within
      .selectFrom('user_permissions')
      .innerJoin('users', 'users.id', 'user_permissions.user_id')
      .where('object_type', '=', 'server')
      .where('object_id', '=', gameServerId)
      .where('effect', '=', 'allow')
      .where('users.kind', 'is', null)

  /** Every deny that reaches this game server, of people who are granted something on it. */
  async function deniedOn(gameServerId: number): Promise<{ user_id: number; permission: string }[]> {
    const ids = granted(gameServerId, db).select('users.id')
    const reaching = ['', 'server'] as const
    const own = db
      .selectFrom('user_permissions')
      .select(['user_id', 'permission'])
      .where('effect', '=', 'deny')
      .where('object_type', 'in', reaching)
      .where('object_id', 'in', [0, gameServerId])
      .where('user_id', 'in', ids)
    const ofRoles = db
      .selectFrom('role_permissions')
      .innerJoin('user_roles', 'user_roles.role_id', 'role_permissions.role_id')
      .select(['user_roles.user_id', 'permission'])
      .where('effect', '=', 'deny')
      .where('object_type', 'in', reaching)
      .where('object_id', 'in', [0, gameServerId])
      .where('user_roles.user_id', 'in', ids)
    return own.union(ofRoles).execute()
  }

  return {
    /** In the order of their logins: two queries, however many there are. The owner is not among them. */
    async people(gameServerId: number, ownerId: number | null): Promise<PersonWithAccess[]> {
      const rows = await granted(gameServerId, db)
        .select(['users.id', 'users.login', 'users.name', 'permission'])
        .where('users.id', '!=', ownerId ?? 0)
        .orderBy('login_key')
        .execute()
      if (rows.length === 0) return []
      const denied = Map.groupBy(await deniedOn(gameServerId), ({ user_id }) => user_id)
      return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, [first, ...others]]) =>
        first === undefined
          ? []
          : {
              ...{ id, login: first.login, name: first.name },
              permissions: named([first, ...others]),
              denied: named(denied.get(id) ?? []),
            },
      )
    },

    /** Writes and removes entries that allow; one that denies is never touched. */
    async writeGrants(
      transaction: Transaction<Schema>,
      on: { userId: number; gameServerId: number },
      { granted, revoked }: Record<'granted' | 'revoked', readonly GameServerPermission[]>,
    ): Promise<void> {
      const scope = { user_id: on.userId, object_type: 'server', object_id: on.gameServerId } as const
      if (revoked.length > 0) {
        await transaction
          .deleteFrom('user_permissions')
          .where('user_id', '=', scope.user_id)
          .where('object_type', '=', scope.object_type)
          .where('object_id', '=', scope.object_id)
          .where('effect', '=', 'allow')
          .where('permission', 'in', revoked)
          .execute()
      }
      const rows = granted.map(permission => ({ ...scope, permission, effect: 'allow' as const }))
      if (rows.length > 0) await transaction.insertInto('user_permissions').values(rows).execute()
    },
  }
}

/** In the order in which permissions are always told. */
function named(rows: readonly { permission: string }[]): GameServerPermission[] {
  return gameServerPermissionNames.filter(name => rows.some(({ permission }) => permission === name))
}
