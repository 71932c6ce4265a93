// Tests of the fleet in groups and numbers.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { expect, test } from 'vitest'
import { fleetByNode, fleetCounts, fleetSize } from './fleet.ts'

const gameServer = (id: number, state: GameServer['state'], node_id = 1, node_online = true) =>
  ({ id, state, node_id, node_online, node_name: `node ${node_id}` }) as GameServer

test('the fleet is grouped by node', () => {
  const groups = fleetByNode([
    gameServer(1, 'running', 2),
    gameServer(2, 'running', 1),
    gameServer(3, 'stopped', 2),
  ])
  expect(groups.map(group => [group.nodeName, group.gameServers.length])).toEqual([
    ['node 1', 1],
    ['node 2', 2],
  ])
})

test('what needs a person is counted first; on a node that is away no state is known', () => {
  const counts = fleetCounts([
    gameServer(1, 'running'),
    gameServer(2, 'running', 2, false),
    gameServer(3, 'crashed'),
    gameServer(4, 'running'),
  ])
  expect(counts).toEqual([
    { state: 'crashed', count: 1 },
    { state: 'away', count: 1 },
    { state: 'running', count: 2 },
  ])
})

test('few have names, many are small', () => {
  expect([1, 60, 61, 150, 151, 1_000].map(fleetSize)).toEqual(['few', 'few', 'some', 'some', 'many', 'many'])
})
