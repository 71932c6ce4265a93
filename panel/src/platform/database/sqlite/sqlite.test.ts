// SQLite: the common conformance suite, and what only a file can get wrong.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { describeDatabase } from '../conformance/database-suite.ts'
import { raiseDataVersion, readDataVersion } from '../data-versions.ts'
import { type Database, openDatabase } from '../database.ts'
import { DatabaseBusyError, DatabaseOpenError, isOutage } from '../database-errors.ts'
import { migrate } from '../migrate.ts'

const root = mkdtempSync(join(tmpdir(), 'rookery-sqlite-'))
const opened: Database[] = []
const log = { info: () => {}, warn: () => {} }

const newFolder = () => mkdtempSync(join(root, 'case-'))
async function open(sqlitePath: string, busyLimitMs?: number): Promise<Database> {
  const database = await openDatabase({ driver: 'sqlite', sqlitePath, busyLimitMs }, log)
  opened.push(database)
  return database
}

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(() => rmSync(root, { recursive: true }))

describeDatabase('SQLite', { hasTransactionalDdl: true, isRemote: false }, async () => ({
  driver: 'sqlite',
  sqlitePath: join(newFolder(), 'panel.sqlite'),
}))

describe('the SQLite file', () => {
  test('is for the panel alone, and closing leaves one file', async () => {
    const folder = newFolder()
    const path = join(folder, 'panel.sqlite')
    const database = await open(path)
    await migrate(database)
    for (const name of readdirSync(folder))
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
    await opened.pop()?.close()
    expect(readdirSync(folder)).toEqual(['panel.sqlite'])
    chmodSync(path, 0o644)
    await open(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  const spoiled: [string, (path: string) => unknown, RegExp][] = [
    [
      'is no database',
      path => writeFileSync(path, 'a letter\n'.repeat(500)),
      /is not an SQLite database; move it/,
    ],
    ['is a folder', path => mkdir(path), /is a folder; move it away/],
    [
      'has no folder',
      path => rmSync(join(path, '..'), { recursive: true }),
      /folder .* does not exist; make it/,
    ],
    ['is damaged', damage, /is damaged; stop every program that uses it and restore a backup/],
  ]
  test.each(spoiled)(
    'T-110 that %s gives one clear sentence and nothing half-made',
    async (_, spoil, sentence) => {
      const folder = newFolder()
      const path = join(folder, 'panel.sqlite')
      await spoil(path)
      const before = statSync(folder, { throwIfNoEntry: false }) && readdirSync(folder)
      const failed = open(path)
      await expect(failed).rejects.toThrow(DatabaseOpenError)
      await expect(failed).rejects.toThrow(sentence)
      await expect(failed).rejects.toThrow(path.slice(0, -'panel.sqlite'.length - 1))
      expect(statSync(folder, { throwIfNoEntry: false }) && readdirSync(folder)).toEqual(before)
    },
  )

  test.skipIf(process.platform === 'win32')('T-108 in a folder that may not be written says so', async () => {
    const folder = newFolder()
    const isRoot = process.getuid?.() === 0
    chmodSync(root, 0o755)
    chmodSync(folder, 0o555)
    // Root may write everywhere: become nobody for the length of the attempt.
    if (isRoot) process.seteuid?.(65_534)
    try {
      await expect(open(join(folder, 'panel.sqlite'))).rejects.toThrow(/cannot be written by this user; give/)
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
    expect(readdirSync(folder)).toEqual([])
  })
})

function damage(path: string): void {
  const file = new DatabaseSync(path)
  file.exec('create table rows (text); create index by_text on rows (text)')
  const insert = file.prepare('insert into rows values (?)')
  for (let row = 0; row < 2_000; row++) insert.run(`row ${row}`)
  file.close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, 8_192, 20_480)
  writeFileSync(path, bytes)
}

/** A frame of the write-ahead log that ends a transaction says how large the file is then; others say 0. */
function commitsIn(path: string): number {
  const log = readFileSync(path)
  const frameBytes = 24 + log.readUInt32BE(8)
  let commits = 0
  for (let at = 32; at < log.length; at += frameBytes) if (log.readUInt32BE(at + 4) !== 0) commits += 1
  return commits
}

describe('SQLite under others and under faults', () => {
  test('T-108 a lock of another program: writes end busy, reads go on, the loop is never blocked', async () => {
    const path = join(newFolder(), 'panel.sqlite')
    const { db } = await open(path, 3_000)
    await migrate({ ...(await open(path)) })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    let ticks = 0
    const ticker = setInterval(() => {
      ticks += 1
    }, 1)
    const write = raiseDataVersion(db, 'a')
    const transaction = db.transaction().execute(inner => raiseDataVersion(inner, 'a'))
    const [first, second] = await Promise.allSettled([write, transaction])
    expect(await readDataVersion(db, 'a')).toBe(0)
    clearInterval(ticker)
    for (const result of [first, second]) {
      const reason = result.status === 'rejected' ? result.reason : undefined
      expect(reason).toBeInstanceOf(DatabaseBusyError)
      expect(isOutage(reason)).toBe(true)
    }
    // With a blocking wait hardly anything else would have had its turn.
    expect(ticks).toBeGreaterThan(20)
    const waiting = raiseDataVersion(db, 'a')
    other.exec('commit')
    other.close()
    await waiting
    expect(await readDataVersion(db, 'a')).toBe(1)
  })

  test('T-110 a migration waits for another program that holds the file longer than callers wait', async () => {
    const path = join(newFolder(), 'panel.sqlite')
    const database = await open(path, 50)
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    let isDone = false
    const migrating = migrate(database).finally(() => {
      isDone = true
    })
    await expect(sql`create table early (id integer)`.execute(database.db)).rejects.toThrow(DatabaseBusyError)
    expect(isDone).toBe(false)
    other.exec('commit')
    other.close()
    expect((await migrating).length).toBeGreaterThan(0)
  })

  test('the value of a limit is no part of what a statement is compiled for', async () => {
    const { db } = await open(join(newFolder(), 'panel.sqlite'))
    await sql`create table users (login text)`.execute(db)
    await sql`insert into users values ('a'), ('b'), ('c'), ('d')`.execute(db)
    const page = db.selectFrom('users').select('login').orderBy('login').limit(2).offset(1)
    // A bare parameter there is looked into at every run, and the statement compiled anew.
    expect(page.compile().sql).not.toMatch(/(limit|offset) \?(?! \+ 0)/)
    expect(await page.execute()).toEqual([{ login: 'b' }, { login: 'c' }])
  })

  test('a write beside its own transaction ends with a reason instead of waiting for ever', async () => {
    const { db } = await open(join(newFolder(), 'panel.sqlite'), 200)
    await sql`create table counters (id integer)`.execute(db)
    const wrong = db.transaction().execute(async () => {
      await sql`insert into counters values (1)`.execute(db)
    })
    await expect(wrong).rejects.toThrow(/must use the transaction's own object/)
    await sql`insert into counters values (2)`.execute(db)
  })

  test('T-108 a full disk fails the write, keeps what was there and recovers', async () => {
    const database = await open(join(newFolder(), 'panel.sqlite'))
    await migrate(database)
    const { db } = database
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 3))}`.execute(db)
    const tooMuch = db.transaction().execute(async transaction => {
      await raiseDataVersion(transaction, 'a')
      await sql`insert into panel_secrets values ('x', ${'x'.repeat(1_000_000)})`.execute(transaction)
    })
    const error = await tooMuch.catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/full/)
    expect(isOutage(error)).toBe(true)
    expect(await readDataVersion(db, 'a')).toBe(0)
    await raiseDataVersion(db, 'a')
    expect(await readDataVersion(db, 'a')).toBe(1)
  })

  test('writes that come together share a commit, and one that breaks a rule fails alone', async () => {
    const path = join(newFolder(), 'panel.sqlite')
    const database = await open(path)
    await migrate(database)
    const { db } = database
    const put = (name: string) => db.insertInto('panel_secrets').values({ name, value: 'x' }).execute()
    await put('taken')
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const names = Array.from({ length: 1_200 }, (_, index) => `row ${index}`)
    const outcomes = await Promise.allSettled([...names.slice(0, 600), 'taken', ...names.slice(600)].map(put))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(outcomes[600]).toMatchObject({ reason: { message: expect.stringContaining('UNIQUE') } })
    expect(await db.selectFrom('panel_secrets').select('name').execute()).toHaveLength(1_201)
    expect(commitsIn(`${path}-wal`)).toBeLessThanOrEqual(4)
  })

  test('T-108 a group that does not fit on the disk: what fits is stored, what does not is told', async () => {
    const database = await open(join(newFolder(), 'panel.sqlite'))
    await migrate(database)
    const { db } = database
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 3))}`.execute(db)
    const put = (name: string, value: string) =>
      db.insertInto('panel_secrets').values({ name, value }).execute()
    const outcomes = await Promise.allSettled([
      put('small', 'x'),
      put('large', 'x'.repeat(1_000_000)),
      put('another', 'x'),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const stored = await db.selectFrom('panel_secrets').select('name').orderBy('name').execute()
    expect(stored).toEqual([{ name: 'another' }, { name: 'small' }])
  })

  test('a transaction is not kept waiting by callers who write one after the other', async () => {
    const database = await open(join(newFolder(), 'panel.sqlite'))
    await migrate(database)
    const { db } = database
    let isOver = false
    const writers = Array.from({ length: 4 }, async (_, index) => {
      while (!isOver) await raiseDataVersion(db, `busy ${index}`)
    })
    for (let round = 0; round < 20; round++) {
      await db.transaction().execute(transaction => raiseDataVersion(transaction, 'patient'))
    }
    isOver = true
    await Promise.all(writers)
    expect(await readDataVersion(db, 'patient')).toBe(20)
  })

  test('kill -9 in the middle of writing loses no acknowledged row', async () => {
    const path = join(newFolder(), 'panel.sqlite')
    const writer = fileURLToPath(new URL('./acknowledging-writer.ts', import.meta.url))
    const child = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    const acknowledged: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line)
      if (acknowledged.length === 500) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    const { db } = await open(path)
    const rows = await db.selectFrom('panel_secrets').select('name').execute()
    const stored = new Set(rows.map(row => row.name))
    expect(acknowledged.filter(name => !stored.has(name))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(500)
  })
})
