import { expect, test } from 'vitest'
import type { PluginServer } from './host/host-functions.ts'
import { createPlayerJoins } from './player-joins.ts'

const server = (id: number): PluginServer => ({
  id,
  name: `game ${id}`,
  game: 'arena',
  state: 'running',
  state_reason: null,
  node_id: 1,
  node_online: true,
  ip: '127.0.0.1',
  port: 1,
})

test('players who join are told once, a silent game is compared with its last words, nobody is asked for nobody', async () => {
  const players = new Map<number, string[] | null>([
    [1, ['ada']],
    [2, []],
  ])
  let isWanted = false
  let asked = 0
  const reported: string[] = []
  const joins = createPlayerJoins({
    isWanted: () => isWanted,
    runningServers: async () => [server(1), server(2)],
    async listPlayers(id) {
      asked += 1
      const names = players.get(id)
      if (!names) throw new Error('no answer')
      return names.map(name => ({ name }) as never)
    },
    publish: message => {
      if (message.event === 'player.join') reported.push(`${message.server.id} ${message.player.name}`)
    },
  })
  await joins.check()
  expect(asked).toBe(0)
  isWanted = true
  await joins.check()
  expect(reported).toEqual([])
  players.set(1, ['ada', 'bob']).set(2, null)
  await joins.check()
  players.set(2, ['eve'])
  await joins.check()
  await joins.check()
  expect(reported).toEqual(['1 bob', '2 eve'])
})
