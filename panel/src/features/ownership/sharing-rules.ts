// What whoever manages a game server may grant to others on it, and what is written for that.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import { decide, type PermissionEntry, permissionsOnGameServer } from '../access/logic/decide.ts'

interface Sharing {
  gameServerId: number
  /** Everything that counts for whoever shares; an administrator shares whatever there is. */
  sharer: 'administrator' | readonly PermissionEntry[]
  /** Everything that counts for the person. */
  person: readonly PermissionEntry[]
  /** Those of them that are granted on this game server alone. */
  present: readonly GameServerPermission[]
  wanted: readonly GameServerPermission[]
}

/**
 * What is granted anew, or why that is refused. What the person has on the game server already needs nobody to hold it.
 */
export function newGrants({
  gameServerId,
  sharer,
  person,
  present,
  wanted,
}: Sharing): { granted: GameServerPermission[] } | { problem: string } {
  const granted = wanted.filter(name => !present.includes(name))
  const held = sharer === 'administrator' ? null : permissionsOnGameServer(sharer, gameServerId)
  const missing = granted.filter(name => held && !held[name])
  if (missing.length > 0) return { problem: `you do not hold ${missing.join(', ')} on this server yourself` }
  const denied = granted.filter(name => isDenied(person, name, gameServerId))
  if (denied.length > 0) {
    return {
      problem: `an administrator denies this person ${denied.join(', ')}: only administrators change that`,
    }
  }
  return { granted }
}

export function isDenied(
  entries: readonly PermissionEntry[],
  permission: GameServerPermission,
  gameServerId: number,
): boolean {
  return (
    decide(entries, permission, { objectType: 'server', objectId: gameServerId }).decidedBy?.effect === 'deny'
  )
}
