// The abilities of a personal access token in groups that people choose from, each with its title.

import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import type { TextOf } from '../../../texts/texts.ts'

/** What is a permission too has the title of the permission. */
const titles = {
  'server:list': 'permissionTitles.game-server-common',
  'server:start': 'permissionTitles.game-server-start',
  'server:stop': 'permissionTitles.game-server-stop',
  'server:restart': 'permissionTitles.game-server-restart',
  'server:update': 'permissionTitles.game-server-update',
  'server:console': 'accessTokens.abilities.serverConsole',
  'server:rcon-console': 'permissionTitles.game-server-rcon-console',
  'server:rcon-players': 'permissionTitles.game-server-rcon-players',
  'server:tasks-manage': 'permissionTitles.game-server-tasks',
  'server:settings-manage': 'permissionTitles.game-server-settings',
  'admin:server:create': 'accessTokens.abilities.adminServerCreate',
  'admin:gdaemon-task:read': 'accessTokens.abilities.adminTaskRead',
} as const satisfies Record<TokenAbility, string>

export const abilityTitle = (t: TextOf, ability: TokenAbility): string => t(titles[ability])

export const abilityGroups = [
  {
    group: 'servers',
    abilities: ['server:list', 'server:start', 'server:stop', 'server:restart', 'server:update'],
  },
  { group: 'live', abilities: ['server:console', 'server:rcon-console', 'server:rcon-players'] },
  { group: 'manage', abilities: ['server:tasks-manage', 'server:settings-manage'] },
  { group: 'administration', abilities: ['admin:server:create', 'admin:gdaemon-task:read'] },
] as const satisfies { group: string; abilities: TokenAbility[] }[]

export interface OfferedGroup {
  group: (typeof abilityGroups)[number]['group']
  abilities: TokenAbility[]
}

/** Only what the person may give away; groups with nothing in them are left out. */
export function offeredGroups(offered: readonly TokenAbility[]): OfferedGroup[] {
  return abilityGroups
    .map(({ group, abilities }) => ({ group, abilities: abilities.filter(each => offered.includes(each)) }))
    .filter(({ abilities }) => abilities.length > 0)
}
