// The permissions in groups that people think in; basic privileges first, since the others need them.

import {
  administratorPermission,
  type GameServerPermission,
  type generalPermissions,
  type Permission,
} from '@rookery/contracts/game-server-permissions.ts'
import { type EntryScope, noEffectReason } from '@rookery/contracts/permission-scopes.ts'

export const gameServerGroups = [
  { group: 'basic', permissions: ['game-server-common'] },
  {
    group: 'power',
    permissions: [
      'game-server-start',
      'game-server-stop',
      'game-server-restart',
      'game-server-pause',
      'game-server-update',
    ],
  },
  { group: 'console', permissions: ['game-server-console-view', 'game-server-console-send'] },
  { group: 'files', permissions: ['game-server-files', 'game-server-settings', 'game-server-tasks'] },
  { group: 'rcon', permissions: ['game-server-rcon-console', 'game-server-rcon-players'] },
  { group: 'metrics', permissions: ['game-server-metrics'] },
] as const satisfies { group: string; permissions: GameServerPermission[] }[]

export interface PermissionGroup {
  group: (typeof gameServerGroups)[number]['group'] | 'general' | 'section' | 'administration'
  permissions: readonly Permission[]
}

const general = ['view', 'create', 'edit', 'delete'] as const satisfies (typeof generalPermissions)[number][]

const groups: readonly PermissionGroup[] = [
  ...gameServerGroups,
  { group: 'general', permissions: general },
  { group: 'administration', permissions: [administratorPermission] },
]

/** What can be given there: only what can take effect. */
export function groupsFor(scope: EntryScope): readonly PermissionGroup[] {
  const offered = groups.map(({ group, permissions }) => ({
    group: group === 'general' && scope.objectType !== null ? ('section' as const) : group,
    permissions: permissions.filter(permission => noEffectReason(permission, scope) === null),
  }))
  return offered.filter(({ permissions }) => permissions.length > 0)
}

/** Every permission in the order in which it is shown. */
export const displayOrder: readonly Permission[] = groups.flatMap(({ permissions }) => permissions)
