// Before a change of the schema the database is copied, privately and whole, and three copies stay.

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../../../../migrations/index.ts'
import { raiseDataVersion } from '../data-versions.ts'
import { type Database, openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { keepCopyBeforeChange } from './keep-copy.ts'

const known = Object.keys(migrations)
const allButLast = Object.fromEntries(Object.entries(migrations).slice(0, -1))
let folder: string
let file: string
let database: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-copies-'))
  file = join(folder, 'panel.sqlite')
  database = await openDatabase({ driver: 'sqlite', sqlitePath: file }, { info: () => {}, warn: () => {} })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const copies = () => readdirSync(folder).filter(name => name.includes('.kept-'))

test('a new database and one that is up to date are not copied', async () => {
  expect(await keepCopyBeforeChange(database, file, '2026-11-15T00:00:00.000Z')).toBeNull()
  await migrate(database)
  expect(await keepCopyBeforeChange(database, file, '2026-11-15T00:00:00.000Z')).toBeNull()
  expect(copies()).toEqual([])
})

test('T-110 an older schema is copied before it is migrated, and the copy is the way back', async () => {
  await migrate(database, allButLast)
  await raiseDataVersion(database.db, 'before')
  const copy = await keepCopyBeforeChange(database, file, '2026-11-15T00:00:00.000Z', known)
  expect(copy).toBe(`${file}.kept-20261115T000000Z-${known.at(-2)}`)
  await migrate(database)
  await raiseDataVersion(database.db, 'after')
  expect(statSync(copy ?? '').mode & 0o777).toBe(0o600)
  const stored = new DatabaseSync(copy ?? '')
  try {
    expect(stored.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(stored.prepare('select scope from data_versions').all()).toEqual([{ scope: 'before' }])
    expect(stored.prepare('select name from kysely_migration order by name').all()).toEqual(
      known.slice(0, -1).map(name => ({ name })),
    )
  } finally {
    stored.close()
  }
})

test('the last three copies stay', async () => {
  await migrate(database, allButLast)
  for (let day = 1; day <= 5; day++) {
    await keepCopyBeforeChange(database, file, `2026-11-0${day}T00:00:00.000Z`, known)
  }
  expect(copies().map(name => /kept-\d{6}(\d\d)/.exec(name)?.[1])).toEqual(['03', '04', '05'])
})

test('without a copy nothing is changed: the start is refused with a reason', async () => {
  await migrate(database, allButLast)
  const first = await keepCopyBeforeChange(database, file, '2026-11-15T00:00:00.000Z', known)
  rmSync(first ?? '')
  rmSync(folder, { recursive: true, force: true })
  await expect(keepCopyBeforeChange(database, file, '2026-11-15T00:00:00.000Z', known)).rejects.toThrow(
    /could not be copied .*make room/,
  )
})
