// The kinds of permission, and the catalogue of all of them.

import {
  administratorPermission,
  type GameServerPermission,
  gameServerPermissionNames,
  gameServerPermissions,
  generalPermissions,
  type Permission,
  sections,
} from '@rookery/contracts/game-server-permissions.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type { listPermissions } from '@rookery/contracts/http/permissions.ts'

export function isGameServerPermission(permission: Permission): permission is GameServerPermission {
  return permission in gameServerPermissions
}

export const permissionCatalogue: AnswerOf<typeof listPermissions> = [
  ...gameServerPermissionNames.map(permission => ({
    permission,
    title: gameServerPermissions[permission],
    kind: 'game-server' as const,
    object_types: ['server' as const],
  })),
  ...generalPermissions.map(permission => ({
    permission,
    title: permission,
    kind: 'general' as const,
    object_types: [...sections],
  })),
  {
    permission: administratorPermission,
    title: 'administration',
    kind: 'administrator',
    object_types: [],
  },
]
