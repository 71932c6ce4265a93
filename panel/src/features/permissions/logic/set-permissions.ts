// Which own entries on one game server bring about what was asked for (5.6.6): as few as possible.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { decideAlone, type PermissionEntry } from '../../access/logic/decide.ts'

export interface WantedPermission {
  permission: GameServerPermission
  value: boolean
}

/** An own entry on the game server; null: none is needed. */
export type OwnEntry = PermissionEntry['effect'] | null

/**
 * A permission that comes by another way needs no entry to be held, and an explicit deny to be withdrawn.
 * `elsewhere` are all entries that count for the user but those of this permission on this game server.
 */
export function ownEntryFor(
  { permission, value }: WantedPermission,
  elsewhere: readonly PermissionEntry[],
  gameServerId: number,
): OwnEntry {
  const isHeldAnyway = decideAlone(elsewhere, permission, gameServerId).allowed
  if (value) return isHeldAnyway ? null : 'allow'
  return isHeldAnyway ? 'deny' : null
}
