// The decision of section 5.6: may this holder of entries do that, there? Deny beats allow, and scope must match.
// Its manual, with the truth table: docs/architecture/access-control.md.

import {
  administratorPermission,
  type GameServerPermission,
  type GeneralPermission,
  gameServerPermissionNames,
  type ObjectType,
  type Permission,
} from '@rookery/contracts/game-server-permissions.ts'
import type { Reason } from '@rookery/contracts/http/permissions.ts'

/** One entry of a user or of a role. `objectType` '' is global; `objectId` 0 is every object of the type. */
export interface PermissionEntry {
  permission: Permission
  effect: 'allow' | 'deny'
  objectType: ObjectType | ''
  objectId: number
  /** It is not stored: it follows from owning the game server. */
  isOwnership?: true | undefined
  /** It is not stored: the game server is suspended. */
  isSuspension?: true | undefined
}

/** Where something shall be done. A global target is matched by global entries alone (5.6.5). */
export type Target = 'global' | { objectType: ObjectType; objectId: number }

export interface Decision<Entry extends PermissionEntry = PermissionEntry> {
  allowed: boolean
  reason: Reason
  /** The entry that decided; null when no entry matched. */
  decidedBy: Entry | null
}

export function isMatching(entry: PermissionEntry, target: Target): boolean {
  if (entry.objectType === '') return true
  if (target === 'global' || entry.objectType !== target.objectType) return false
  return entry.objectId === 0 || entry.objectId === target.objectId
}

export function decide<Entry extends PermissionEntry>(
  entries: readonly Entry[],
  permission: Permission,
  target: Target,
): Decision<Entry> {
  let allowing: Entry | null = null
  let suspended: Entry | null = null
  for (const entry of entries) {
    if (entry.permission !== permission || !isMatching(entry, target)) continue
    if (entry.isSuspension) suspended = entry
    else if (entry.effect === 'deny') return { allowed: false, reason: 'entry', decidedBy: entry }
    else allowing ??= entry
  }
  if (allowing === null) return { allowed: false, reason: 'no_entry', decidedBy: null }
  if (suspended !== null) return { allowed: false, reason: 'suspended', decidedBy: suspended }
  return { allowed: true, reason: allowing.isOwnership ? 'owner' : 'entry', decidedBy: allowing }
}

export function isAdministrator(entries: readonly PermissionEntry[]): boolean {
  return decide(entries, administratorPermission, 'global').allowed
}

/** What the owner of a game server holds there. After what is stored, so that a stored allow is the reason that is told. */
export function ownerEntries(gameServerId: number): PermissionEntry[] {
  const scope = { effect: 'allow', objectType: 'server', objectId: gameServerId, isOwnership: true } as const
  return gameServerPermissionNames.map(permission => ({ permission, ...scope }))
}

/** The owner manages a game server, unless an administrator denies even the basic privileges there. */
export function isManagingOwner(entries: readonly PermissionEntry[], gameServerId: number): boolean {
  const isOwner = entries.some(({ isOwnership, objectId }) => isOwnership && objectId === gameServerId)
  return isOwner && decideOnGameServer(entries, 'game-server-common', gameServerId).allowed
}

/** Administrators may act everywhere, but an explicit matching deny still wins. */
function decideOrAdministrator<Entry extends PermissionEntry>(
  entries: readonly Entry[],
  permission: Permission,
  target: Target,
): Decision<Entry> {
  const decision = decide(entries, permission, target)
  if (decision.decidedBy !== null) return decision
  const administrator = decide(entries, administratorPermission, 'global')
  return administrator.allowed ? { ...administrator, reason: 'administrator' } : decision
}

/** One permission on a game server, without regard to the basic privileges that it needs beside. */
export function decideAlone<Entry extends PermissionEntry>(
  entries: readonly Entry[],
  permission: GameServerPermission,
  gameServerId: number,
): Decision<Entry> {
  return decideOrAdministrator(entries, permission, { objectType: 'server', objectId: gameServerId })
}

/** Every permission on a game server needs `game-server-common` there too. */
export function decideOnGameServer<Entry extends PermissionEntry>(
  entries: readonly Entry[],
  permission: GameServerPermission,
  gameServerId: number,
): Decision<Entry> {
  const common = decideAlone(entries, 'game-server-common', gameServerId)
  if (permission === 'game-server-common') return common
  if (!common.allowed) return { ...common, reason: 'basic_privileges' }
  return decideAlone(entries, permission, gameServerId)
}

export function decideInSection<Entry extends PermissionEntry>(
  entries: readonly Entry[],
  permission: GeneralPermission,
  objectType: ObjectType,
  objectId: number,
): Decision<Entry> {
  return decideOrAdministrator(entries, permission, { objectType, objectId })
}

export function permissionsOnGameServer(
  entries: readonly PermissionEntry[],
  gameServerId: number,
): Record<GameServerPermission, boolean> {
  // No other entry can decide here, and of a thousand that somebody has these are a few: found once for all fourteen.
  const matching = entries.filter(entry =>
    isMatching(entry, { objectType: 'server', objectId: gameServerId }),
  )
  const answers = gameServerPermissionNames.map(name => [
    name,
    decideOnGameServer(matching, name, gameServerId).allowed,
  ])
  return Object.fromEntries(answers) as Record<GameServerPermission, boolean>
}
