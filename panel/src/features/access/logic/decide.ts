// The decision of section 5.6: may this holder of entries do that, there? Deny beats allow, and scope must match.

import {
  administratorPermission,
  type GameServerPermission,
  type GeneralPermission,
  gameServerPermissionNames,
  type ObjectType,
  type Permission,
} from '@rookery/contracts/game-server-permissions.ts'

/** One entry of a user or of a role. `objectType` '' is global; `objectId` 0 is every object of the type. */
export interface PermissionEntry {
  permission: Permission
  effect: 'allow' | 'deny'
  objectType: ObjectType | ''
  objectId: number
}

/** Where something shall be done. A global target is matched by global entries alone (5.6.5). */
export type Target = 'global' | { objectType: ObjectType; objectId: number }

export interface Decision {
  allowed: boolean
  /** The entry that decided; null when no entry matched. */
  decidedBy: PermissionEntry | null
}

function isMatching(entry: PermissionEntry, target: Target): boolean {
  if (entry.objectType === '') return true
  if (target === 'global' || entry.objectType !== target.objectType) return false
  return entry.objectId === 0 || entry.objectId === target.objectId
}

export function decide(
  entries: readonly PermissionEntry[],
  permission: Permission,
  target: Target,
): Decision {
  let allowing: PermissionEntry | null = null
  for (const entry of entries) {
    if (entry.permission !== permission || !isMatching(entry, target)) continue
    if (entry.effect === 'deny') return { allowed: false, decidedBy: entry }
    allowing ??= entry
  }
  return { allowed: allowing !== null, decidedBy: allowing }
}

export function isAdministrator(entries: readonly PermissionEntry[]): boolean {
  return decide(entries, administratorPermission, 'global').allowed
}

/** Administrators may act everywhere, but an explicit matching deny still wins. */
function decideOrAdministrator(
  entries: readonly PermissionEntry[],
  permission: Permission,
  target: Target,
): Decision {
  const decision = decide(entries, permission, target)
  if (decision.decidedBy !== null) return decision
  const administrator = decide(entries, administratorPermission, 'global')
  return administrator.allowed ? administrator : decision
}

/** Every permission on a game server needs `game-server-common` there too. */
export function decideOnGameServer(
  entries: readonly PermissionEntry[],
  permission: GameServerPermission,
  gameServerId: number,
): Decision {
  const target: Target = { objectType: 'server', objectId: gameServerId }
  const common = decideOrAdministrator(entries, 'game-server-common', target)
  return common.allowed ? decideOrAdministrator(entries, permission, target) : common
}

export function decideInSection(
  entries: readonly PermissionEntry[],
  permission: GeneralPermission,
  objectType: ObjectType,
  objectId: number,
): Decision {
  return decideOrAdministrator(entries, permission, { objectType, objectId })
}

export function permissionsOnGameServer(
  entries: readonly PermissionEntry[],
  gameServerId: number,
): Record<GameServerPermission, boolean> {
  const answers = gameServerPermissionNames.map(name => [
    name,
    decideOnGameServer(entries, name, gameServerId).allowed,
  ])
  return Object.fromEntries(answers) as Record<GameServerPermission, boolean>
}
