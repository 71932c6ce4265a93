// What a set of wanted changes means, game server by game server, and what has come of it.

import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import {
  basic,
  type Column,
  type ColumnChanges,
  cellKind,
  type MatrixChanges,
} from '../../../parts/permissions/logic/permission-cells.ts'

export const changeKinds = ['gives', 'lifts', 'withdraws', 'denies'] as const
export type ChangeKind = (typeof changeKinds)[number]

export interface ColumnSummary {
  gameServerId: number
  changes: { permission: GameServerPermission; kind: ChangeKind }[]
  /** Basic privileges go, and with them the sight of the game server. */
  losesSight: boolean
}

function kindOf(cell: PermissionOnGameServer | undefined, gameServerId: number, value: boolean): ChangeKind {
  const kind = cell && cellKind(cell, gameServerId)
  if (value) return kind === 'own-deny' ? 'lifts' : 'gives'
  return kind === 'inherited-allow' ? 'denies' : 'withdraws'
}

const entriesOf = (changes: ColumnChanges) => Object.entries(changes) as [GameServerPermission, boolean][]

export const countChanges = (changes: MatrixChanges): number =>
  Object.values(changes).reduce((sum, column) => sum + Object.keys(column).length, 0)

export function summarize(
  changes: MatrixChanges,
  columnOf: (gameServerId: number) => Column | undefined,
): ColumnSummary[] {
  return Object.entries(changes)
    .map(([id, wanted]) => ({ gameServerId: Number(id), wanted }))
    .filter(({ wanted }) => Object.keys(wanted).length > 0)
    .map(({ gameServerId, wanted }) => {
      const column = columnOf(gameServerId) ?? []
      return {
        gameServerId,
        losesSight: wanted[basic] === false,
        changes: entriesOf(wanted).map(([permission, value]) => ({
          permission,
          kind: kindOf(
            column.find(cell => cell.permission === permission),
            gameServerId,
            value,
          ),
        })),
      }
    })
}

export interface StillDenied {
  gameServerId: number
  cell: PermissionOnGameServer
}

/** What was wanted and is denied all the same, by an entry that this page cannot lift. */
export const stillDenied = (gameServerId: number, wanted: ColumnChanges, after: Column): StillDenied[] =>
  after.filter(cell => wanted[cell.permission] === true && !cell.value).map(cell => ({ gameServerId, cell }))
