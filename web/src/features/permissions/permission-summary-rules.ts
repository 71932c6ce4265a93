// What somebody may do on one game server, in one of four ways to say it.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'

export type AccessSummary =
  | { kind: 'none' }
  | { kind: 'everything' }
  /** The basic privileges alone. */
  | { kind: 'looks' }
  | { kind: 'some'; permissions: GameServerPermission[] }

export function accessSummary(cells: readonly PermissionOnGameServer[]): AccessSummary {
  const held = cells.filter(({ value }) => value).map(({ permission }) => permission)
  if (!held.includes('game-server-common')) return { kind: 'none' }
  if (held.length === cells.length) return { kind: 'everything' }
  const permissions = held.filter(permission => permission !== 'game-server-common')
  return permissions.length === 0 ? { kind: 'looks' } : { kind: 'some', permissions }
}
