// A person's own game servers stand apart from those shared with them, each group below a heading of its own.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'

const isOwned = ({ owner }: Pick<GameServer, 'owner'>) => owner !== null

/** The owner is told to the owner alone, and to administrators, for whom nothing is shared. */
export const hasBoth = (all: readonly Pick<GameServer, 'owner'>[]) => all.some(isOwned) && !all.every(isOwned)

/** The order stays within each group. */
export const ownedFirst = (list: readonly GameServer[]): GameServer[] => [
  ...list.filter(isOwned),
  ...list.filter(each => !isOwned(each)),
]

export interface ListGroup {
  /** Null: nothing stands apart. */
  kind: 'owned' | 'shared' | null
  first: number
  end: number
}

export function groupsOf(list: readonly Pick<GameServer, 'owner'>[], isApart: boolean): ListGroup[] {
  const end = list.length
  if (!isApart) return [{ kind: null, first: 0, end }]
  const owned = list.filter(isOwned).length
  const groups: ListGroup[] = [
    { kind: 'owned', first: 0, end: owned },
    { kind: 'shared', first: owned, end },
  ]
  return groups.filter(group => group.first < group.end)
}

const linesIn = ({ first, end }: ListGroup, columns: number) => Math.ceil((end - first) / columns)

export const countLines = (groups: readonly ListGroup[], columns = 1) =>
  groups.reduce((lines, group) => lines + linesIn(group, columns), 0)

export const countHeadings = (groups: readonly ListGroup[]) =>
  groups.filter(({ kind }) => kind !== null).length

/** What stands in this line, and how many headings above it; each group begins a new one. */
export function lineAt(groups: readonly ListGroup[], at: number, columns = 1) {
  let line = at
  for (const [index, group] of groups.entries()) {
    const lines = linesIn(group, columns)
    if (line >= lines) {
      line -= lines
      continue
    }
    const first = group.first + line * columns
    const heading = line === 0 ? group.kind : null
    const headings = group.kind === null ? 0 : index + 1
    return { first, end: Math.min(first + columns, group.end), heading, headings }
  }
  return null
}
