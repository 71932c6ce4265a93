// A panel whose database was restored: it gives out numbers again that this node has seen, and counts revisions anew.

import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../src/platform/store/migrations.ts'
import { openStore } from '../src/platform/store.ts'
import {
  gameScript,
  gameUserIdBase,
  isRoot,
  openTestFolder,
  openTestNode,
  plainDefinition,
  shellGame,
  type TestNode,
} from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

describe('a panel that went back in time', () => {
  shareKeeper()
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const ownerOf = (uuid: string) => lstatSync(join(node.folder, 'servers', uuid)).uid

  it('L6 a task with a number that was given before is run; the same key never is again', async () => {
    const { uuid } = node.put(1, shellGame(`echo x >> starts; ${gameScript}`))
    await node.run(1, 'install')
    const starts = () => readFileSync(join(node.folder, 'servers', uuid, 'starts'), 'utf8').length / 2
    const order = (runKey: string) => ({ taskId: 60, runKey, gameServerId: 1, kind: 'restart', payload: '' })
    for (const runKey of ['before', 'after']) {
      node.app.tasks.run(order(runKey))
      await expect.poll(() => node.app.tasks.open(1), { timeout: 30_000 }).toEqual([])
      node.app.tasks.acknowledge({ taskId: 60, runKey })
    }
    expect(starts()).toBe(2)
    await node.close()
    await node.open()
    for (const runKey of ['before', 'after']) node.app.tasks.run(order(runKey))
    expect(node.app.tasks.open(1)).toEqual([])
    expect(starts()).toBe(2)
  })

  it('L15 a number of the panel that stands for another game server gets its own number, folder and user', async () => {
    const first = node.put(4)
    await node.run(4, 'install')
    await node.app.hooks.received({
      $case: 'removeGameServer',
      value: { gameServerId: 4, uuid: first.uuid, deleteFiles: false },
    })
    await expect.poll(() => node.app.gameServers.states(), { timeout: 30_000 }).toEqual([])
    const second = node.put(4)
    const number = node.app.gameServers.numberOf(4)
    await node.run(number, 'install')
    expect(number).toBe(5)
    expect(node.app.gameServers.highestNumber()).toBe(5)
    expect(existsSync(join(node.folder, 'servers', first.uuid, 'game.sh'))).toBe(true)
    if (!isRoot) return
    expect([ownerOf(first.uuid), ownerOf(second.uuid)]).toEqual([gameUserIdBase + 4, gameUserIdBase + 5])
  })

  it('what the panel says about its number reaches that game server, and nobody else', async () => {
    node.put(4)
    node.put(5)
    const value = { gameServerId: 4, deleteFiles: true }
    await node.app.hooks.received({ $case: 'removeGameServer', value })
    node.put(4, shellGame(gameScript))
    const number = node.app.gameServers.numberOf(4)
    expect(number).toBe(6)
    const order = { taskId: 70, runKey: 'x', gameServerId: 4, kind: 'install', payload: '' }
    await node.app.hooks.received({ $case: 'runTask', value: order })
    await expect.poll(() => node.state(number), { timeout: 30_000 }).toBe('stopped')
    expect(node.state(5)).toBe('not_installed')
    // Nothing of the node itself is shown for a number that is not known.
    expect(node.app.gameServers.numberOf(99)).toBe(-1)
  })

  it('L17 goes on with what Welcome does not name, and ends what it names as removed', async () => {
    const [unknown, deleted] = [node.put(7), node.put(8)]
    for (const id of [7, 8]) {
      await node.run(id, 'install')
      await node.run(id, 'start')
    }
    const order = { gameServerId: 0, uuid: deleted.uuid, deleteFiles: false }
    await node.app.hooks.welcomed([], [order])
    await expect.poll(() => node.state(8), { timeout: 30_000 }).toBeUndefined()
    expect(node.state(7)).toBe('running')
    await expect
      .poll(() => node.app.gameServers.unknown(), { timeout: 30_000 })
      .toMatchObject([
        { uuid: unknown.uuid, state: 'running', installed: true, definition: { name: 'test' } },
        { uuid: deleted.uuid, state: null, installed: true, removed_at_ms: expect.any(Number) },
      ])
    await node.close()
    await node.open()
    expect([node.state(7), (await node.app.gameServers.unknown()).length]).toEqual(['running', 2])
  })

  it('an adopted game server keeps its run, and one whose files were kept is installed again at once', async () => {
    const [running, retained] = [node.put(7, {}, 9), node.put(8)]
    for (const id of [7, 8]) await node.run(id, 'install')
    await node.run(7, 'start')
    await node.app.hooks.welcomed([], [{ gameServerId: 0, uuid: retained.uuid, deleteFiles: false }])
    await expect.poll(() => node.app.gameServers.unknown(), { timeout: 30_000 }).toHaveLength(2)
    node.sent.length = 0
    for (const [gameServerId, definition] of [[21, running] as const, [22, retained] as const]) {
      const adopted = JSON.stringify({ ...definition, placement_epoch: 2 })
      const value = { gameServerId, revision: 1, definition: adopted }
      await node.app.hooks.received({ $case: 'putGameServer', value })
    }
    expect([node.app.gameServers.numberOf(21), node.app.gameServers.numberOf(22)]).toEqual([7, 8])
    expect([node.state(7), node.state(8)]).toEqual(['running', 'stopped'])
    const reported = node.sent.flatMap(message =>
      message.$case === 'gameServerState' ? [message.value] : [],
    )
    const states = new Map(reported.map(({ gameServerId, state }) => [gameServerId, state]))
    expect([...states]).toEqual([
      [21, 'running'],
      [22, 'stopped'],
    ])
    expect(await node.app.gameServers.unknown()).toEqual([])
  })

  it('what is left of an unknown game server is deleted on the panel’s word', async () => {
    const one = node.put(9)
    await node.run(9, 'install')
    await node.run(9, 'start')
    await node.app.hooks.welcomed([])
    const value = { gameServerId: 0, uuid: one.uuid, deleteFiles: true }
    await node.app.hooks.received({ $case: 'removeGameServer', value })
    const folder = join(node.folder, 'servers', one.uuid)
    await expect.poll(() => existsSync(folder), { timeout: 30_000 }).toBe(false)
    expect(await node.app.gameServers.unknown()).toEqual([])
  })

  it('takes a definition with a lower revision in Welcome, and only there', async () => {
    const definition = node.put(3, { name: 'newest' }, 9)
    const put = (name: string, revision: number) => ({
      gameServerId: 3,
      revision,
      definition: JSON.stringify({ ...definition, name }),
    })
    const present = () => node.app.gameServers.get(3)?.record
    await node.app.hooks.received({ $case: 'putGameServer', value: put('late', 8) })
    expect(present()).toMatchObject({ revision: 9, definition: { name: 'newest' } })
    await node.app.hooks.welcomed([put('restored', 5)])
    expect(present()).toMatchObject({ revision: 5, definition: { name: 'restored' } })
    await node.app.hooks.received({ $case: 'putGameServer', value: put('edited', 6) })
    expect(present()).toMatchObject({ revision: 6, definition: { name: 'edited' } })
  })
})

it('a daemon that is updated keeps the numbers, user ids and known tasks of its game servers', async () => {
  const folder = openTestFolder()
  const file = join(folder, 'daemon.sqlite')
  const older = new DatabaseSync(file)
  for (const migration of migrations.slice(0, 4)) older.exec(migration)
  older.exec('PRAGMA user_version = 4')
  const definition = plainDefinition()
  older
    .prepare(
      `INSERT INTO game_servers (id, revision, definition, installed, state, changed_at_ms, sequence)
       VALUES (12, 3, ?, 1, 'stopped', 1, 1)`,
    )
    .run(JSON.stringify(definition))
  older.exec(`INSERT INTO tasks (id, place, game_server_id, kind, payload, status, sequence, changed_at_ms)
    VALUES (8, 1, 12, 'restart', '', 'success', 1, ${Date.now()})`)
  older.close()
  openStore(file).close()
  const node = await openTestNode(folder)
  try {
    await node.app.hooks.welcomed([{ gameServerId: 12, revision: 3, definition: JSON.stringify(definition) }])
    expect(node.app.gameServers.numberOf(12)).toBe(12)
    const order = { taskId: 8, gameServerId: 12, kind: 'restart', payload: '' }
    for (const runKey of [undefined, 'id:8']) node.app.tasks.run({ ...order, runKey })
    expect(node.app.tasks.open(12)).toEqual([])
    expect(node.app.tasks.updates()).toMatchObject([{ taskId: 8, runKey: 'id:8', status: 'success' }])
  } finally {
    await node.end()
  }
})
