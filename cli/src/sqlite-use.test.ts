// Tests of whether a database is open elsewhere: its owner is there, idle, and then gone.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeWriteAheadLog, isOpenElsewhere } from './sqlite-use.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-sqlite-use-'))
  file = join(folder, 'panel.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function openAsPanel(): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (n); INSERT INTO t VALUES (1)')
  return database
}

test('whoever has it open is noticed, also while idle; afterwards it is one file and free', () => {
  const owner = openAsPanel()
  expect([isOpenElsewhere(file), closeWriteAheadLog(file)]).toEqual([true, false])
  owner.close()
  expect([isOpenElsewhere(file), closeWriteAheadLog(file)]).toEqual([false, true])
  expect(readdirSync(folder)).toEqual(['panel.sqlite'])
})

test('what is no database is in use by nobody', () => {
  writeFileSync(file, 'no database at all, but long enough to be looked into')
  expect([isOpenElsewhere(file), closeWriteAheadLog(file)]).toEqual([false, true])
  expect(isOpenElsewhere(join(folder, 'missing.sqlite'))).toBe(false)
})
