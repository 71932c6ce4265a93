// Tests of the ports of a node, row by row.

import { expect, test } from 'vitest'
import { gameServers } from '../../../pictures/fixtures/fleet-fixtures.ts'
import { portsByGameServer } from './game-server-port-rules.ts'

test('each game server has its ports in order, and a hidden one still shows what it has taken', () => {
  const [known] = gameServers
  if (!known) throw new Error('the fixtures have no game servers')
  const rows = portsByGameServer(
    [known],
    [
      { port: 27015, purpose: 'query', server_id: known.id, server_name: known.name },
      { port: 25565, purpose: 'game', server_id: known.id, server_name: known.name },
      { port: 7777, purpose: 'game', server_id: 99, server_name: 'Anonymous' },
    ],
  )
  expect(rows.map(({ name, taken }) => [name, taken.map(({ port }) => port)])).toEqual([
    ['Anonymous', [7777]],
    [known.name, [25565, 27015]],
  ])
  expect(rows[0]?.gameServer).toBeUndefined()
})
