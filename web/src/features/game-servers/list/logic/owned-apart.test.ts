// Tests of how a person's own game servers stand apart from those shared with them.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { expect, test } from 'vitest'
import { countHeadings, countLines, groupsOf, hasBoth, lineAt, ownedFirst } from './owned-apart.ts'

const me = { id: 3, login: 'mira', name: 'Mira' }
const owned = (id: number) => ({ id, owner: me }) as GameServer
const shared = (id: number) => ({ id, owner: null }) as GameServer
const mixed = [shared(1), owned(2), shared(3), owned(4), owned(5)]

test('they stand apart only where there are both', () => {
  expect([mixed, [owned(1)], [shared(1)], []].map(hasBoth)).toEqual([true, false, false, false])
})

test('own ones come first, each group in the order that the list has', () => {
  expect(ownedFirst(mixed).map(({ id }) => id)).toEqual([2, 4, 5, 1, 3])
})

test('a group of which nothing matches the filter has no heading', () => {
  const kinds = (list: GameServer[]) => groupsOf(list, true).map(({ kind }) => kind)
  expect(kinds(ownedFirst(mixed))).toEqual(['owned', 'shared'])
  expect(kinds([shared(1)])).toEqual(['shared'])
  expect(countHeadings(groupsOf(mixed, false))).toBe(0)
})

test('each group begins a line of its own', () => {
  const groups = groupsOf(ownedFirst(mixed), true)
  const lines = Array.from({ length: countLines(groups, 2) }, (_, at) => lineAt(groups, at, 2))
  expect(lines).toEqual([
    { first: 0, end: 2, heading: 'owned', headings: 1 },
    { first: 2, end: 3, heading: null, headings: 1 },
    { first: 3, end: 5, heading: 'shared', headings: 2 },
  ])
  expect(lineAt(groups, 3, 2)).toBeNull()
})

test('without groups nothing is moved', () => {
  const groups = groupsOf(mixed, false)
  expect(countLines(groups)).toBe(5)
  expect(lineAt(groups, 4)).toEqual({ first: 4, end: 5, heading: null, headings: 0 })
})
