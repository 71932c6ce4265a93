// What the suspension of a game server closes: all that runs the game or reaches into it, for everybody but administrators.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { isAdministrator, isMatching, type PermissionEntry } from './decide.ts'

/** See it, stop it, its settings, schedules and metrics stay open. */
export const closedBySuspension: readonly GameServerPermission[] = [
  'game-server-start',
  'game-server-restart',
  'game-server-pause',
  'game-server-update',
  'game-server-files',
  'game-server-console-view',
  'game-server-console-send',
  'game-server-rcon-console',
  'game-server-rcon-players',
]

/** Behind what somebody holds; of no game server on which nothing is allowed anyway. */
export function suspensionEntries(
  held: readonly PermissionEntry[],
  suspendedIds: readonly number[],
): PermissionEntry[] {
  if (suspendedIds.length === 0 || isAdministrator(held)) return []
  const allows = held.filter(({ effect }) => effect === 'allow')
  return suspendedIds
    .filter(objectId => allows.some(entry => isMatching(entry, { objectType: 'server', objectId })))
    .flatMap(objectId =>
      closedBySuspension.map(permission => ({
        ...({ permission, effect: 'deny', objectType: 'server', objectId } as const),
        isSuspension: true as const,
      })),
    )
}
