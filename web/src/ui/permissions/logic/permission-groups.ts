// The permissions in groups that people think in; basic privileges first, since the others need them.

import {
  administratorPermission,
  type GameServerPermission,
  type generalPermissions,
  type ObjectType,
  type Permission,
} from '@rookery/contracts/game-server-permissions.ts'

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

/** Types of object on which general permissions open a section of the panel. */
const sectionTypes: readonly ObjectType[] = ['node', 'template', 'plugin', 'task']

/** What can be given where: the administrator's permission counts everywhere or not at all. */
export function groupsFor(objectType: ObjectType | null): readonly PermissionGroup[] {
  if (objectType === null) {
    return [
      ...gameServerGroups,
      { group: 'general', permissions: general },
      { group: 'administration', permissions: [administratorPermission] },
    ]
  }
  if (objectType === 'server') return gameServerGroups
  return sectionTypes.includes(objectType) ? [{ group: 'section', permissions: general }] : []
}

/** Every permission in the order in which it is shown. */
export const shownOrder: readonly Permission[] = groupsFor(null).flatMap(({ permissions }) => permissions)
