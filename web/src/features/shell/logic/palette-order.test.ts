// Tests of what the command palette shows first.

import { expect, test } from 'vitest'
import { inOpeningOrder } from './palette-order.ts'

const server = (id: number) => ({
  name: `server ${id}`,
  group: 'groupServers',
  gameServer: { id, isItself: true },
})
const stop = (id: number) => ({
  name: `stop ${id}`,
  group: 'groupActions',
  gameServer: { id, isItself: false },
})
const entries = [
  { name: 'home', group: 'groupPages' },
  ...[1, 2, 3, 4, 5, 6, 7].map(server),
  ...[1, 2].map(stop),
]
const shown = (recentIds: number[], openId: number | null) =>
  inOpeningOrder(entries, recentIds, openId).map(({ group, name }) => `${group}: ${name}`)

test('recent servers come first, then what fits the page, then pages; nothing stands there twice', () => {
  const all = shown([2, 1], 2)
  expect(all.slice(0, 3)).toEqual(['groupRecent: server 1', 'groupHere: stop 2', 'groupPages: home'])
  expect(all).toHaveLength(entries.length)
  expect(all).toContain('groupServers: server 2')
  expect(all).toContain('groupActions: stop 1')
})

test('without recent servers and away from servers the order stays', () => {
  expect(shown([], null)).toEqual(entries.map(({ group, name }) => `${group}: ${name}`))
})

test('away from servers a few actions stand before the pages: starts of recent servers, then what is often done', () => {
  const start = (id: number) => ({
    ...stop(id),
    name: `start ${id}`,
    gameServer: { id, isItself: false, starts: true as const },
  })
  const quick = (name: string) => ({ name, group: 'groupActions', isQuick: true as const })
  const more = [...entries, ...[1, 3].map(start), ...['new server', 'new user', 'new node'].map(quick)]
  const order = (openId: number | null) =>
    inOpeningOrder(more, [3, 2], openId).map(({ group, name }) => `${group}: ${name}`)
  expect(order(null).slice(2, 6)).toEqual([
    'groupQuick: start 3',
    'groupQuick: new server',
    'groupQuick: new user',
    'groupPages: home',
  ])
  expect(order(null)).toHaveLength(more.length)
  expect(order(2)).not.toContain('groupQuick: new server')
})

test('no more than five are recent, and those that are gone are left out', () => {
  expect(shown([99, 7, 6, 5, 4, 3, 2], null).slice(0, 6)).toEqual([
    'groupRecent: server 7',
    'groupRecent: server 6',
    'groupRecent: server 5',
    'groupRecent: server 4',
    'groupRecent: server 3',
    'groupPages: home',
  ])
})
