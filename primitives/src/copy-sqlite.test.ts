// A copy of a database that is written to meanwhile.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { copySqlite } from './copy-sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'rookery-copy-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the copy shows one moment, and writes that come meanwhile do not make it begin anew', async () => {
  const [file, copy] = [join(folder, 'panel.sqlite'), join(folder, 'copy.sqlite')]
  const writer = new DatabaseSync(file)
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE lines (text)')
  const add = writer.prepare('INSERT INTO lines VALUES (?)')
  writer.exec('BEGIN')
  for (let line = 0; line < 10_000; line++) add.run('x'.repeat(1_000))
  writer.exec('COMMIT')
  let isCopied = false
  const copying = copySqlite(file, copy).finally(() => {
    isCopied = true
  })
  let meanwhile = 0
  for (; !isCopied; meanwhile++) {
    add.run('late')
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  await copying
  writer.close()
  expect(meanwhile).toBeGreaterThan(1)
  const copied = new DatabaseSync(copy, { readOnly: true })
  expect(copied.prepare('SELECT count(*) AS n FROM lines').get()).toEqual({ n: 10_000 })
  expect(copied.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  copied.close()
})
