// What is made of events can be read by everybody, other connections too, when its maker is told that it is stored.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventFeed } from '../../src/features/event-feed/event-feed.ts'
import { createChanges } from '../../src/platform/changes.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { inTransaction } from '../../src/platform/database/portable.ts'
import { createLog } from '../../src/platform/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-consumers-'))
let here: Database
let elsewhere: Database
beforeAll(async () => {
  const open = () =>
    openDatabase({ driver: 'sqlite', sqlitePath: join(folder, 'panel.sqlite') }, createLog('silent'))
  here = await open()
  await migrate(here)
  elsewhere = await open()
})
afterAll(async () => {
  for (const database of [here, elsewhere]) await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a consumer is told once its transaction has ended, however long that takes, and not of one that failed', async () => {
  let ids = 0
  const changes = createChanges()
  const feed = createEventFeed({
    ...{ db: here.db, changes, log: createLog('silent'), now: () => 1_800_000_000_000 },
    randomUuid: () => `event ${++ids}`,
  })
  const readable = async () =>
    (await elsewhere.db.selectFrom('settings').select('value').where('name', '=', 'made').execute()).length
  const found: Promise<number>[] = []
  feed.addConsumer(
    async transaction => {
      await transaction
        .insertInto('settings')
        .values({ name: 'made', value: 'of it', changed_at: 1 })
        .execute()
    },
    () => void found.push(readable()),
  )
  let fails = true
  feed.addConsumer(async () => {
    await pause(100)
    if (fails) throw new Error('cannot be made')
  })
  await inTransaction(here.db, transaction =>
    feed.write(transaction, { kind: 'node.online', fact: 'of consumers', nodeId: 1, data: {} }),
  )
  await feed.flush()
  expect([found.length, await readable()]).toEqual([0, 0])
  fails = false
  await feed.flush()
  expect(await Promise.all(found)).toEqual([1])
  await feed.close()
  expect(found).toHaveLength(1)
})
