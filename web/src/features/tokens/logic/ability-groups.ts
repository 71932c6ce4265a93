// The abilities of a personal access token in groups that people choose from, each with the key of its words.

import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'

export const abilityTexts = {
  'server:list': 'serverList',
  'server:start': 'serverStart',
  'server:stop': 'serverStop',
  'server:restart': 'serverRestart',
  'server:update': 'serverUpdate',
  'server:console': 'serverConsole',
  'server:rcon-console': 'serverRconConsole',
  'server:rcon-players': 'serverRconPlayers',
  'server:tasks-manage': 'serverTasksManage',
  'server:settings-manage': 'serverSettingsManage',
  'admin:server:create': 'adminServerCreate',
  'admin:gdaemon-task:read': 'adminTaskRead',
} as const satisfies Record<TokenAbility, string>

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
