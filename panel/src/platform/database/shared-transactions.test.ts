// Small writes that share transactions.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { createSharedTransactions, type ShareTransaction } from './shared-transactions.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-shared-'))
let database: Database
let share: ShareTransaction
beforeAll(async () => {
  const log = { info: () => {}, warn: () => {} }
  database = await openDatabase({ driver: 'sqlite', sqlitePath: join(folder, 'panel.sqlite') }, log)
  await migrate(database)
  share = createSharedTransactions(database.db)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (name: string) =>
  share(async transaction => {
    await transaction.insertInto('settings').values({ name, value: '1', changed_at: 1 }).execute()
  })
const names = async () => {
  const rows = await database.db.selectFrom('settings').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

test('many writes at one moment are all stored, in few transactions', async () => {
  const seen = new Set<unknown>()
  const writes = Array.from({ length: 120 }, (_, index) =>
    share(async transaction => {
      seen.add(transaction)
      const name = `many ${String(index).padStart(3, '0')}`
      await transaction.insertInto('settings').values({ name, value: '1', changed_at: 1 }).execute()
    }),
  )
  await Promise.all(writes)
  expect(await names()).toHaveLength(120)
  // The first goes alone; the others go together.
  expect(seen.size).toBeLessThanOrEqual(4)
})

test('one that cannot be stored fails alone, and takes nothing of the others with it', async () => {
  const outcomes = await Promise.allSettled([add('one'), add('two'), add('one'), add('three')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await names()).toEqual(expect.arrayContaining(['one', 'two', 'three']))
  await add('four')
  expect(await names()).toContain('four')
})
