// One permission of somebody on one game server: what holds now, whether it can be changed here, and what a press would do.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'

export const cellKinds = [
  'own-allow',
  'inherited-allow',
  'own-deny',
  'inherited-deny',
  'not-given',
  'gated',
] as const
export type CellKind = (typeof cellKinds)[number]

/** Own: an entry of this user on just this game server; everything else comes from elsewhere. */
export function cellKind({ value, source }: PermissionOnGameServer, gameServerId: number): CellKind {
  const { reason, entry } = source
  if (reason === 'basic_privileges') return 'gated'
  if (reason === 'administrator' || reason === 'owner') return 'inherited-allow'
  if (reason === 'no_entry' || !entry) return 'not-given'
  const isOwn = entry.role === null && entry.object_type === 'server' && entry.object_id === gameServerId
  if (value) return isOwn ? 'own-allow' : 'inherited-allow'
  return isOwn ? 'own-deny' : 'inherited-deny'
}

export const basic: GameServerPermission = 'game-server-common'

/** The wanted changes on one game server. */
export type ColumnChanges = Partial<Record<GameServerPermission, boolean>>
/** By the id of the game server. */
export type MatrixChanges = Readonly<Record<number, ColumnChanges>>

export type Column = readonly PermissionOnGameServer[]

const cellOf = (column: Column, permission: GameServerPermission) =>
  column.find(cell => cell.permission === permission)

const hasBasic = (column: Column, changes: ColumnChanges) =>
  changes[basic] ?? cellOf(column, basic)?.value ?? false

/** A deny from elsewhere beats whatever is written here. */
export const canChange = (kind: CellKind): boolean => kind !== 'inherited-deny'

function without(changes: ColumnChanges, dropped: (permission: string, value: boolean) => boolean) {
  return Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !dropped(name, value)),
  ) as ColumnChanges
}

/**
 * A press on a cell: the opposite of what holds, or back to what holds.
 * What needs basic privileges brings them along, and goes away with them.
 */
export function pressCell(
  column: Column,
  gameServerId: number,
  changes: ColumnChanges,
  permission: GameServerPermission,
): ColumnChanges {
  const cell = cellOf(column, permission)
  if (!cell || !canChange(cellKind(cell, gameServerId))) return changes
  if (changes[permission] !== undefined) {
    const isBasicTakenBack = permission === basic && changes[basic] === true
    return without(changes, (name, value) => name === permission || (isBasicTakenBack && value))
  }
  const wanted = !cell.value
  const next = { ...changes, [permission]: wanted }
  if (!wanted || permission === basic || hasBasic(column, changes)) return next
  const basicCell = cellOf(column, basic)
  // Basic privileges that a role denies cannot be given here: nothing else can be reached then either.
  if (!basicCell || !canChange(cellKind(basicCell, gameServerId))) return changes
  return cellOf(column, basic)?.value ? without(next, name => name === basic) : { ...next, [basic]: true }
}

/**
 * The changes that a preset means for a column: it gives what is missing and withdraws own entries that it does not
 * contain. It denies nothing: what comes from elsewhere stays.
 */
export function columnWithPreset(
  column: Column,
  gameServerId: number,
  permissions: readonly GameServerPermission[],
): ColumnChanges {
  const changes: ColumnChanges = {}
  for (const cell of column) {
    const kind = cellKind(cell, gameServerId)
    if (!canChange(kind)) continue
    const isWanted = permissions.includes(cell.permission)
    if (isWanted && !cell.value_with_basic) changes[cell.permission] = true
    if (!isWanted && kind === 'own-allow') changes[cell.permission] = false
  }
  const needsBasic = permissions.includes(basic) && !hasBasic(column, changes)
  return needsBasic ? {} : changes
}

export type Press =
  | 'pressToGive'
  | 'pressToWithdraw'
  | 'pressToDeny'
  | 'pressToLift'
  | 'pressToUndo'
  | 'pressToUnblock'
  | 'cannotLiftRole'
  | 'cannotLiftOwn'

/** What a press on the cell would do, or why it does nothing. */
export function pressOf(cell: PermissionOnGameServer, gameServerId: number, changes: ColumnChanges): Press {
  if (changes[cell.permission] !== undefined) return 'pressToUndo'
  switch (cellKind(cell, gameServerId)) {
    case 'own-allow':
      return 'pressToWithdraw'
    case 'inherited-allow':
      return 'pressToDeny'
    case 'own-deny':
      return 'pressToLift'
    case 'inherited-deny':
      return cell.source.entry?.role ? 'cannotLiftRole' : 'cannotLiftOwn'
    case 'not-given':
      return 'pressToGive'
    case 'gated':
      return isBlockedForGood(cell, gameServerId) ? blockedBy(cell) : 'pressToUnblock'
  }
}

/** Basic privileges themselves are denied from elsewhere. */
function isBlockedForGood({ source: { entry } }: PermissionOnGameServer, gameServerId: number): boolean {
  if (entry?.effect !== 'deny') return false
  return entry.role !== null || entry.object_id !== gameServerId
}

const blockedBy = ({ source: { entry } }: PermissionOnGameServer): Press =>
  entry?.role ? 'cannotLiftRole' : 'cannotLiftOwn'

/** `willUnblock` and `willStayOut`: basic privileges come, and it is held then or not. */
export type Outlook = 'willAllow' | 'willWithdraw' | 'willDeny' | 'willUnblock' | 'willStayOut' | 'willBlock'

/** What becomes of the cell when the changes are saved; null: nothing. */
export function outlookOf(
  cell: PermissionOnGameServer,
  column: Column,
  gameServerId: number,
  changes: ColumnChanges,
): Outlook | null {
  const wanted = changes[cell.permission]
  if (wanted === true) return 'willAllow'
  const kind = cellKind(cell, gameServerId)
  if (wanted === false) return kind === 'inherited-allow' ? 'willDeny' : 'willWithdraw'
  if (cell.permission === basic) return null
  if (kind === 'gated' && hasBasic(column, changes)) {
    return cell.value_with_basic ? 'willUnblock' : 'willStayOut'
  }
  return cell.value && !hasBasic(column, changes) ? 'willBlock' : null
}

/** How the cell is drawn: as it will be where that is known, else as it is. */
export function visibleKind(kind: CellKind, outlook: Outlook | null): CellKind {
  if (outlook === 'willAllow' || outlook === 'willUnblock') return 'own-allow'
  if (outlook === 'willWithdraw' || outlook === 'willStayOut') return 'not-given'
  if (outlook === 'willDeny') return 'own-deny'
  return outlook === 'willBlock' ? 'gated' : kind
}
