// What the event feed must do on every database: no reader skips an event, whichever transaction ends first.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventFeedStore } from '../../src/features/event-feed/event-feed-store.ts'
import type { NumberedEvent } from '../../src/features/event-feed/new-event.ts'
import {
  sampleGameServer,
  sampleNode,
  sampleTemplate,
  sampleUser,
} from '../../src/platform/database/conformance/sample-rows.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { insertReturningId, inTransaction } from '../../src/platform/database/portable.ts'

const atMs = 1_800_000_000_000
const writers = 6
const eventsOfOne = 25

export function eventFeedStoreSuite(describeDatabase: () => Promise<DatabaseOptions>): void {
  let databases: [Database, Database]
  let stores: [ReturnType<typeof createEventFeedStore>, ReturnType<typeof createEventFeedStore>]
  let nodeId: number
  let gameServerId: number
  let userId: number
  beforeAll(async () => {
    const options = await describeDatabase()
    const log = { info: () => {}, warn: () => {} }
    databases = [await openDatabase(options, log), await openDatabase(options, log)]
    await migrate(databases[0])
    const [{ db }] = databases
    stores = [createEventFeedStore(db), createEventFeedStore(databases[1].db)]
    userId = await insertReturningId(db, 'users', sampleUser('ada'))
    nodeId = await insertReturningId(db, 'nodes', sampleNode('basement'))
    const templateId = await insertReturningId(db, 'templates', sampleTemplate('arena'))
    gameServerId = await insertReturningId(db, 'game_servers', sampleGameServer(nodeId, templateId))
  })
  afterAll(async () => {
    for (const database of databases ?? []) await database.close()
  })

  const nodeOnline = (fact: string) => ({
    ...{ eventId: randomUUID(), atMs },
    event: { kind: 'node.online' as const, fact, nodeId, data: {} },
  })
  const numberAll = async () => {
    while ((await stores[0].number([])).length > 0);
  }

  test('a reader beside parallel writers and two that number sees every event once, in order', async () => {
    const { lastSeq } = await stores[0].position()
    let isWriting = true
    const written: string[] = []
    const given: number[] = []
    const write = async (writer: number) => {
      const { db } = databases[writer % 2 === 0 ? 0 : 1]
      for (let index = 0; index < eventsOfOne; index++) {
        const event = nodeOnline(`parallel ${writer} ${index}`)
        const isTakenBack = index % 7 === 3
        await inTransaction(db, async transaction => {
          await stores[0].write(transaction, [event])
          // Its id is taken, others take theirs and end before it.
          if (databases[0].driver !== 'sqlite') await pause((writer * 7 + index * 13) % 23)
          if (isTakenBack) throw new Error('taken back')
        }).catch((error: Error) => {
          if (error.message !== 'taken back') throw error
        })
        if (!isTakenBack) written.push(event.eventId)
      }
    }
    const number = async (store: (typeof stores)[number]) => {
      while (isWriting || (await store.hasUnnumbered())) {
        given.push(...(await store.number([])).map(({ seq }) => seq))
        await pause(1)
      }
    }
    const seen: NumberedEvent[] = []
    const read = async () => {
      for (let isLast = false; ; ) {
        const events = await stores[1].read(seen.at(-1)?.seq ?? lastSeq, 10)
        seen.push(...events)
        if (events.length > 0) continue
        if (isLast) return
        isLast = !isWriting && !(await stores[1].hasUnnumbered())
        await pause(1)
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).then(() => {
      isWriting = false
    })
    await Promise.all([writing, number(stores[0]), number(stores[1]), read()])
    expect(seen.map(({ id }) => id).toSorted()).toEqual(written.toSorted())
    const expected = Array.from({ length: written.length }, (_, index) => lastSeq + 1 + index)
    expect(seen.map(({ seq }) => seq)).toEqual(expected)
    expect(given.toSorted((a, b) => a - b)).toEqual(expected)
  })

  test('the same fact told twice is one event, also from two transactions at once', async () => {
    const { lastSeq } = await stores[0].position()
    await Promise.all(
      databases.map(({ db }, index) =>
        inTransaction(db, transaction =>
          stores[index === 0 ? 0 : 1].write(transaction, [nodeOnline('told twice')]),
        ),
      ),
    )
    await inTransaction(databases[0].db, transaction =>
      stores[0].write(transaction, [nodeOnline('told twice'), nodeOnline('told once')]),
    )
    await numberAll()
    expect(await stores[0].read(lastSeq, 10)).toHaveLength(2)
  })

  test('names are those of the moment in which an event gets its number; what is deleted keeps what was written', async () => {
    const { lastSeq } = await stores[0].position()
    const { db } = databases[0]
    const common = { eventId: randomUUID(), atMs }
    await stores[0].write(db, [
      {
        ...common,
        event: { kind: 'server.created', fact: 'names 1', gameServerId, userId, data: {} },
      },
    ])
    await stores[0].write(db, [
      {
        ...{ ...common, eventId: randomUUID() },
        event: {
          ...{ kind: 'server.deleted', fact: 'names 2', gameServerId: 999_999, nodeId },
          ...{ gameServerName: 'gone', data: { files: 'keep' as const } },
        },
      },
    ])
    await numberAll()
    const [created, deleted] = await stores[0].read(lastSeq, 10)
    const node = { id: nodeId, name: 'basement' }
    expect(created?.data).toEqual({
      server: { id: gameServerId, name: 'one' },
      node,
      by: { id: userId, login: 'ada' },
    })
    expect(deleted?.data).toEqual({ server: { id: 999_999, name: 'gone' }, node, by: null, files: 'keep' })
  })

  test('what is made of an event is made with its number or not at all', async () => {
    const { lastSeq } = await stores[0].position()
    await stores[0].write(databases[0].db, [nodeOnline('consumed')])
    const fails = () => Promise.reject(new Error('cannot'))
    await expect(stores[0].number([fails])).rejects.toThrow('cannot')
    expect(await stores[0].position()).toMatchObject({ lastSeq })
    const consumed: string[] = []
    const consume = async (_: unknown, events: readonly NumberedEvent[]) => {
      consumed.push(...events.map(({ kind }) => kind))
    }
    await Promise.all(stores.map(store => store.number([consume])))
    expect(consumed).toEqual(['node.online'])
  })

  test('of two instances that say the same, one is heard', async () => {
    const say = (index: number, state: string) =>
      stores[index === 0 ? 0 : 1].changeCondition('node 77', state, atMs, async transaction => {
        await stores[0].write(transaction, [nodeOnline(`condition ${state} ${index} ${randomUUID()}`)])
      })
    const { lastSeq } = await stores[0].position()
    for (const state of ['online', 'offline', 'offline', 'online']) {
      const heard = await Promise.all([say(0, state), say(1, state)])
      expect(heard.filter(Boolean).length).toBeLessThanOrEqual(1)
    }
    await numberAll()
    expect(await stores[0].read(lastSeq, 20)).toHaveLength(3)
    expect((await stores[0].conditions('node ')).get('node 77')).toBe('online')
  })

  test('the oldest are forgotten, by age and by number, and a reader can tell', async () => {
    for (let index = 0; index < 12; index++) {
      const event = { ...nodeOnline(`old ${index}`), atMs: index < 4 ? atMs - 1_000 : atMs }
      await stores[0].write(databases[0].db, [event])
      await numberAll()
    }
    const { lastSeq } = await stores[0].position()
    await stores[0].forget(0, 12)
    expect(await stores[0].position()).toEqual({ lastSeq, forgottenSeq: lastSeq - 12 })
    await stores[0].forget(atMs - 500, 12)
    expect(await stores[0].position()).toEqual({ lastSeq, forgottenSeq: lastSeq - 8 })
    await stores[0].forget(0, 3)
    expect((await stores[1].read(0, 100)).map(({ seq }) => seq)).toEqual([lastSeq - 2, lastSeq - 1, lastSeq])
    await stores[0].write(databases[0].db, [nodeOnline('after')])
    await numberAll()
    expect(await stores[0].position()).toEqual({ lastSeq: lastSeq + 1, forgottenSeq: lastSeq - 3 })
  })
}
