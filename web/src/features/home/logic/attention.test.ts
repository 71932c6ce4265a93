// Tests of what the home page puts first.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { Node } from '@rookery/contracts/http/nodes.ts'
import { expect, test } from 'vitest'
import { attentionList } from './attention.ts'

const gameServer = (id: number, state: GameServer['state'], node_id = 1, node_online = true) =>
  ({
    id,
    state,
    node_id,
    node_online,
    node_name: `node ${node_id}`,
    state_changed_at: `2026-11-15T10:0${id}:00Z`,
  }) as GameServer
const node = (id: number, online: boolean, parts: Partial<Node> = {}) =>
  ({ id, name: `node ${id}`, enabled: true, enrolled: true, online, ...parts }) as Node

test('nodes that are away come first, then servers in trouble, newest first', () => {
  const list = attentionList(
    [
      gameServer(1, 'crashed'),
      gameServer(2, 'running'),
      gameServer(3, 'install_failed'),
      gameServer(4, 'running', 2, false),
    ],
    [node(1, true), node(2, false)],
  )
  expect(
    list.map(each => (each.kind === 'gameServer' ? each.gameServer.id : `node ${each.node.id}`)),
  ).toEqual(['node 2', 3, 1])
})

test('a crash on a node that is away is not told twice', () => {
  expect(attentionList([gameServer(1, 'crashed', 2, false)], [node(2, false)])).toHaveLength(1)
})

test('a node that has never connected comes last; one that is switched off is no trouble', () => {
  const off = node(2, false, { enabled: false })
  expect(attentionList([], [off, node(3, false, { enabled: false, enrolled: false })])).toEqual([])
  const list = attentionList([gameServer(1, 'crashed')], [node(1, true), node(4, false, { enrolled: false })])
  expect(list.map(({ kind }) => kind)).toEqual(['gameServer', 'newNode'])
})
