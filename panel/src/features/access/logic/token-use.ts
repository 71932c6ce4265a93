// What a personal access token may be used for: its abilities cut the rights of its owner (5.2.5).

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'

/** What a caller's token carries; a login session carries everything that the person may do. */
export type Carried = readonly TokenAbility[] | 'everything'

export function isTokenAllowed(use: TokenAbility | 'any ability' | 'refused', carried: Carried): boolean {
  if (carried === 'everything' || use === 'any ability') return true
  return use !== 'refused' && carried.includes(use)
}

const abilityOfPermission: Partial<Record<GameServerPermission, TokenAbility>> = {
  'game-server-common': 'server:list',
  'game-server-start': 'server:start',
  'game-server-stop': 'server:stop',
  'game-server-restart': 'server:restart',
  'game-server-update': 'server:update',
  'game-server-tasks': 'server:tasks-manage',
  'game-server-settings': 'server:settings-manage',
  'game-server-console-view': 'server:console',
  'game-server-console-send': 'server:console',
  'game-server-rcon-console': 'server:rcon-console',
  'game-server-rcon-players': 'server:rcon-players',
}

/** The owner's permissions on a game server, as far as this caller's token carries them. */
export function cutToAbilities(
  permissions: Record<GameServerPermission, boolean>,
  carried: Carried,
): Record<GameServerPermission, boolean> {
  if (carried === 'everything') return permissions
  const cut = Object.entries(permissions).map(([name, held]) => {
    const ability = abilityOfPermission[name as GameServerPermission]
    return [name, held && ability !== undefined && carried.includes(ability)]
  })
  return Object.fromEntries(cut) as Record<GameServerPermission, boolean>
}
