// Power with options at the panel: what is asked of the node, what is refused and to whom.

import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { powerBody } from '@rookery/contracts/http/power.ts'
import type { TaskKind } from '@rookery/contracts/run-states.ts'
import { describe, expect, test } from 'vitest'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { StoredGameServer } from '../game-servers/stored-game-server.ts'
import type { StoredNode } from '../nodes/nodes.ts'
import { createPower } from './power.ts'

const caller = { kind: 'login-session', userId: 3 } as SignedInCaller

interface World {
  state: StoredGameServer['state']
  isOnline: boolean
  capabilities: StoredNode['capabilities']
  canCount: boolean
  canTell: boolean
  held: readonly string[]
  players: number | null
  isGone: boolean
}

function open(change: Partial<World> = {}) {
  const asked: [TaskKind, object | undefined][] = []
  const world: World = {
    ...{ state: 'running', isOnline: true, capabilities: ['planned_power'], canCount: true, canTell: true },
    ...{ held: gameServerPermissionNames, players: 3, isGone: false },
    ...change,
  }
  const power = createPower({
    access: {
      onGameServer: async () =>
        Object.fromEntries(gameServerPermissionNames.map(name => [name, world.held.includes(name)])) as never,
    },
    gameServers: {
      async find() {
        if (world.isGone) throw new Error('it is gone')
        return { nodeId: 1, state: world.state } as StoredGameServer
      },
      canCountPlayers: async () => world.canCount,
      async act(_, kind, __, { payload } = {}) {
        asked.push([kind, payload])
        return { task_id: 9 }
      },
    },
    nodes: { find: async () => ({ capabilities: world.capabilities }) as StoredNode },
    rcon: { features: async () => ({ players: { message: world.canTell } }) as never },
    players: {
      query: async () => ({ players: world.players }) as never,
      list: () => Promise.reject(new Error('no list')),
    },
    tasks: { plannedFor: async () => null },
    link: { isOnline: () => world.isOnline },
    now: () => 1_000,
  })
  const set = (body: unknown) => power.set(7, powerBody.parse(body), caller)
  return { power, set, asked }
}

describe('of many at once', () => {
  test('each is counted', async () => {
    const { power } = open()
    expect(await power.optionsOfMany([9, 7], caller)).toEqual(
      [7, 9].map(server_id => ({
        ...{ server_id, players: 3, can_plan: true },
        ...{ can_wait_until_empty: true, can_message: true },
      })),
    )
  })

  test('one that has gone is left out, and one that is not running has no players', async () => {
    const { power } = open({ state: 'stopped' })
    expect(await power.optionsOfMany([7], caller)).toMatchObject([{ players: null }])
    const gone = open({ isGone: true })
    expect(await gone.power.optionsOfMany([7], caller)).toEqual([])
  })
})

const inFive = { action: 'restart', when: 'at', delay_seconds: 300, message: 'soon' }
const whenEmpty = { action: 'stop', when: 'empty' }

describe('power with options', () => {
  test('now is the plain order, and the rest goes to the node with its time', async () => {
    const { set, asked } = open()
    await set({ action: 'start', when: 'now' })
    await set(inFive)
    await set(whenEmpty)
    await set({ action: 'stop', when: 'now', message: 'bye' })
    expect(asked).toEqual([
      ['start', undefined],
      ['restart', { planned: { when: 'at', due_at_ms: 301_000, message: 'soon' } }],
      ['stop', { planned: { when: 'empty', due_at_ms: null, message: '' } }],
      ['stop', { planned: { when: 'at', due_at_ms: 1_000, message: 'bye' } }],
    ])
  })

  test.each<[Partial<World>, unknown, string, RegExp]>([
    [{ capabilities: [] }, inFive, 'conflict', /update the node/],
    [{ isOnline: false }, whenEmpty, 'node_offline', /try again when it is back/],
    [{ state: 'stopped' }, inFive, 'conflict', /not running/],
    [{ canCount: false }, whenEmpty, 'conflict', /choose a time/],
    [{ canTell: false }, inFive, 'conflict', /names no command/],
    [{ held: ['game-server-stop'] }, inFive, 'forbidden', /Restart/i],
    [{ held: ['game-server-restart'] }, inFive, 'forbidden', /player/i],
  ])('%j: %j is refused as %s', async (world, body, code, message) => {
    const { set, asked } = open(world)
    await expect(set(body)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    expect(asked).toEqual([])
  })

  test.each([
    [{ action: 'stop', when: 'at' }, 'delay_seconds'],
    [{ action: 'stop', when: 'empty', delay_seconds: 5 }, 'delay_seconds'],
    [{ action: 'start', when: 'empty' }, 'when'],
    [{ action: 'start', when: 'now', message: 'x' }, 'message'],
    [{ action: 'stop', when: 'now', message: 'a\nb' }, 'message'],
    [{ action: 'kill', when: 'now' }, 'action'],
  ])('%j is refused at %s', (body, field) => {
    expect(powerBody.safeParse(body).error?.issues[0]?.path).toEqual([field])
  })

  test('an older daemon still takes a plain stop, and the page knows that it cannot wait', async () => {
    const { power, set, asked } = open({ capabilities: [], held: ['game-server-stop'] })
    await set({ action: 'stop', when: 'now' })
    expect(asked).toEqual([['stop', undefined]])
    expect(await power.read(7, caller)).toEqual({
      ...{ players: 3, can_plan: false, can_plan_restore: false, can_wait_until_empty: true },
      ...{ can_message: false, planned: null },
    })
  })
})
