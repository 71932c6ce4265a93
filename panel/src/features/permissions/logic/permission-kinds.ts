// The kinds of permission, and the catalog of all of them.

import {
  administratorPermission,
  type GameServerPermission,
  gameServerPermissionNames,
  gameServerPermissions,
  generalPermissions,
  objectTypes,
  type Permission,
} from '@rookery/contracts/game-server-permissions.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { listPermissions } from '@rookery/contracts/http/permissions.ts'
import { noEffectReason } from '@rookery/contracts/permission-scopes.ts'

export function isGameServerPermission(permission: Permission): permission is GameServerPermission {
  return permission in gameServerPermissions
}

/** The types on which an entry can take effect, on all objects and on one. */
function typesOf(permission: Permission) {
  const having = (objectId: number | null) =>
    objectTypes.filter(objectType => noEffectReason(permission, { objectType, objectId }) === null)
  return { object_types: having(null), single_object_types: having(1) }
}

export const permissionCatalog: AnswerOf<typeof listPermissions> = [
  ...gameServerPermissionNames.map(permission => ({
    permission,
    title: gameServerPermissions[permission],
    kind: 'game-server' as const,
    ...typesOf(permission),
  })),
  ...generalPermissions.map(permission => ({
    permission,
    title: permission,
    kind: 'general' as const,
    ...typesOf(permission),
  })),
  {
    permission: administratorPermission,
    title: 'administration',
    kind: 'administrator',
    ...typesOf(administratorPermission),
  },
]
