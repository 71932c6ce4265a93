// Tests of filter and order of the list of game servers.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { expect, test } from 'vitest'
import {
  type Arrangement,
  arrangeGameServers,
  sortedTexts,
  steadyOrder,
  tagsOf,
} from './arrange-game-servers.ts'
import { readSort, sortAfter } from './list-sort.ts'
import { rankTexts } from './text-ranks.ts'

const gameServer = (id: number, parts: Partial<GameServer>): GameServer =>
  ({
    id,
    name: `server ${id}`,
    state: 'running',
    state_changed_at: `2026-11-15T10:0${id}:00Z`,
    node_name: 'basement',
    node_online: true,
    template: { id: 1, slug: 'arena', name: 'Arena', game: 'Arena', source: 'built-in' },
    ip: '192.0.2.7',
    port: 7000 + id,
    tags: [],
    ...parts,
  }) as GameServer

const list = [
  gameServer(1, { name: 'Wolf 10' }),
  gameServer(2, { name: 'Wolf 9', state: 'crashed', tags: ['weekend'] }),
  gameServer(3, { name: 'alpha', state: 'stopped', node_name: 'attic', node_online: false }),
]
const plain: Arrangement = { searchText: '', state: null, tag: null, sort: 'name', isDescending: false }
const ids = (parts: Partial<Arrangement>) =>
  arrangeGameServers(list, { ...plain, ...parts }).map(each => each.id)

test('names sort as people count', () => {
  expect(ids({})).toEqual([3, 2, 1])
  expect(ids({ isDescending: true })).toEqual([1, 2, 3])
})

test('every word must be found somewhere: name, game, address, node, tag', () => {
  expect(ids({ searchText: 'wolf  ARENA' })).toEqual([2, 1])
  expect(ids({ searchText: ':7003' })).toEqual([3])
  expect(ids({ searchText: 'weekend' })).toEqual([2])
  expect(ids({ searchText: 'wolf attic' })).toEqual([])
})

test('sorted by state, what needs a person comes first', () => {
  expect(ids({ sort: 'state' })).toEqual([3, 2, 1])
  expect(ids({ sort: 'since' })).toEqual([3, 2, 1])
})

test('a server whose node is away is found as away, not under its last state', () => {
  expect(ids({ state: 'away' })).toEqual([3])
  expect(ids({ state: 'stopped' })).toEqual([])
  expect(ids({ state: 'crashed' })).toEqual([2])
})

test('one tag narrows the list, and every tag is offered once', () => {
  expect(ids({ tag: 'weekend' })).toEqual([2])
  expect(tagsOf([...list, gameServer(4, { tags: ['weekend', 'Alpha'] })])).toEqual(['Alpha', 'weekend'])
})

test('the order is the same with places that were found before', () => {
  const ranks = rankTexts(sortedTexts(list))
  const changed = list.map(each => ({ ...each, state: 'stopped' as const }))
  expect(arrangeGameServers(changed, plain, { ranks }).map(each => each.id)).toEqual([3, 2, 1])
  expect(rankTexts(['b', 'A', 'a 10', 'a 9', 'B'])).toEqual(
    new Map([
      ['A', 0],
      ['a 9', 1],
      ['a 10', 2],
      ['b', 3],
      ['B', 3],
    ]),
  )
})

test('figures sort with the most or the least first; what is unknown or does not run is last either way', () => {
  const many = [
    gameServer(1, { name: 'a' }),
    gameServer(2, { name: 'b' }),
    gameServer(3, { name: 'c', state: 'stopped' }),
    gameServer(4, { name: 'd' }),
    gameServer(5, { name: 'e' }),
  ]
  const players = new Map([
    [1, 0],
    [2, 12],
    [3, 99],
    [4, null],
    [5, 12],
  ])
  const figuresOf = (id: number) => ({ players: players.get(id) ?? null, cpu: null, memory: null })
  const sorted = (isDescending: boolean) =>
    arrangeGameServers(many, { ...plain, sort: 'players', isDescending }, { figuresOf }).map(({ id }) => id)
  expect(sorted(true)).toEqual([2, 5, 1, 3, 4])
  expect(sorted(false)).toEqual([1, 2, 5, 3, 4])
})

test('rows stay where they stood: what has left makes room, what is new comes where it belongs', () => {
  const fresh = [4, 2, 5, 1].map(id => gameServer(id, {}))
  expect(steadyOrder([1, 2, 3], fresh).map(({ id }) => id)).toEqual([4, 1, 2, 5])
  expect(steadyOrder([], fresh).map(({ id }) => id)).toEqual([4, 2, 5, 1])
})

test('a heading turns the order around when chosen twice, and the address says it', () => {
  const byPlayers = sortAfter(plain, 'players')
  expect(byPlayers).toEqual({ sort: 'players', isDescending: true })
  expect(sortAfter(byPlayers, 'players')).toEqual({ sort: 'players', isDescending: false })
  expect(sortAfter(byPlayers, 'name')).toEqual({ sort: 'name', isDescending: false })
  expect(readSort({ sort: 'cpu', desc: true })).toEqual({ sort: 'cpu', desc: true })
  expect(readSort({ sort: 'cpu', desc: 'yes' })).toEqual({ sort: 'cpu' })
  expect(readSort({ sort: 'nonsense', desc: true })).toEqual({})
})
