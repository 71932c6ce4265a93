// What loading a dump must do on PostgreSQL and MariaDB: all of it or nothing, and never over what nobody gave up.

import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharedDatabase } from '../../../../../test-services/shared.ts'
import { type Database, openDatabase } from '../database.ts'
import type { RemoteDriver } from '../upkeep/connection-rules.ts'
import { dumpDatabase } from '../upkeep/dump-database.ts'
import { loadDump } from '../upkeep/load-dump.ts'
import { tryDump } from '../upkeep/try-dump.ts'

const password = 'of-the-small-user'

export function describeLoadDump(driver: RemoteDriver, server: () => SharedDatabase): void {
  describe('loading a dump', () => {
    let folder: string
    let dump: string
    /** Its dump names somebody called "saved". */
    let saved: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'rookery-load-'))
      saved = await server().createMigratedDatabase()
      await within(saved, ({ db }) => addPerson(db, 'saved'))
      dump = await dumpOf(saved, 'dump')
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    const open = (url: string) => openDatabase({ driver, url }, { info: () => {}, warn: () => {} })
    const within = async <Result>(url: string, work: (database: Database) => Promise<Result>) => {
      const database = await open(url)
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    const addPerson = (db: Database['db'], login: string) =>
      db
        .insertInto('users')
        .values({
          ...{ login, login_key: login, name: login, email: null, password_hash: 'none', metadata: '{}' },
          ...{ created_at: 0, updated_at: 0 },
        })
        .execute()
    const people = (url: string) =>
      within(url, async ({ db }) =>
        (await db.selectFrom('users').select('login').execute()).map(one => one.login),
      )
    const tables = (url: string) =>
      within(
        url,
        async ({ db }) => (await db.introspection.getTables({ withInternalKyselyTables: true })).length,
      )
    const dumpOf = async (url: string, name: string) => {
      const file = join(folder, name)
      const output = openSync(file, 'wx')
      await dumpDatabase(driver, url, output)
      closeSync(output)
      return file
    }
    const load = (url: string, file = dump, keepIn: string | null = null, patienceMs?: number) =>
      loadDump({ driver, url, file, keepIn, ...(patienceMs !== undefined && { patienceMs }) })
    /** A dump that its program cannot load to the end. */
    const breakDump = (name: string) => {
      const file = join(folder, name)
      const content = readFileSync(dump)
      writeFileSync(file, driver === 'postgres' ? content.subarray(0, content.length - 2_000) : content)
      if (driver === 'mysql') appendFileSync(file, '\ninsert into no_such_table values (1);\n')
      return file
    }

    test('an empty database becomes that of the dump; one that is not empty stays as it is', async () => {
      const url = await server().createDatabase()
      expect(await load(url)).toBeNull()
      expect(await people(url)).toEqual(['saved'])
      await expect(load(url)).rejects.toThrow(/is not empty: there are \d+ tables of a panel in it/)
      expect(await people(url)).toEqual(['saved'])
    })

    test('what is there is replaced when asked for, and kept as a dump that can be loaded', async () => {
      const url = await server().createMigratedDatabase()
      await within(url, ({ db }) => addPerson(db, 'before'))
      const keepIn = join(folder, 'kept')
      const user = await open(url)
      try {
        await expect(load(url, dump, keepIn, 0)).rejects.toThrow(/is in use: one connection is open/)
      } finally {
        await user.close()
      }
      expect(existsSync(keepIn)).toBe(false)
      const kept = await load(url, dump, keepIn)
      expect(await people(url)).toEqual(['saved'])
      const other = await server().createDatabase()
      await load(other, kept ?? '')
      expect(await people(other)).toEqual(['before'])
    })

    test('a dump that breaks off leaves an empty database empty, and a full one as it was', async () => {
      const broken = breakDump('broken')
      const empty = await server().createDatabase()
      await expect(load(empty, broken)).rejects.toThrow(/could not load the dump/)
      expect(await tables(empty)).toBe(0)
      const full = await server().createMigratedDatabase()
      await within(full, ({ db }) => addPerson(db, 'before'))
      const keepIn = join(folder, 'kept-of-broken')
      await expect(load(full, broken, keepIn)).rejects.toThrow(/could not load the dump/)
      expect(await people(full)).toEqual(['before'])
    })

    test('the dump of a newer version, and one of something else, are refused', async () => {
      const newer = await server().createMigratedDatabase()
      await within(newer, ({ db }) =>
        sql`insert into kysely_migration (name, timestamp) values ('9999-newer', 'now')`.execute(db),
      )
      const url = await server().createDatabase()
      await expect(load(url, await dumpOf(newer, 'newer'))).rejects.toThrow(
        /made by a newer version \(9999-newer\)/,
      )
      const foreign = await server().createDatabase()
      await within(foreign, ({ db }) => sql`create table recipes (id integer primary key)`.execute(db))
      await expect(load(url, await dumpOf(foreign, 'foreign'))).rejects.toThrow(
        /holds no database of a panel/,
      )
      expect(await tables(url)).toBe(0)
      await expect(load(foreign, dump, join(folder, 'never'))).rejects.toThrow(
        /tables of another program \(recipes\)/,
      )
      expect(await tables(foreign)).toBe(1)
    })

    test('no program, no server, no database: each is a sentence', async () => {
      const url = new URL(await server().createDatabase())
      url.port = '1'
      await expect(load(url.href)).rejects.toThrow(/does not listen: start it or check DATABASE_URL/)
      const absent = new URL(server().url)
      absent.pathname = '/nowhere'
      await expect(load(absent.href)).rejects.toThrow(/has no database "nowhere": create it/)
      const { PATH } = process.env
      process.env.PATH = folder
      try {
        await expect(load(server().url)).rejects.toThrow(
          /is not installed on this machine; install the client of the database/,
        )
      } finally {
        process.env.PATH = PATH
      }
    })

    test('a trial loads the dump where the user may make a database, and says where not', async () => {
      const trial = (url: string, file = dump) => tryDump({ driver, url, file, trialName: 'rookery_trial_x' })
      const trialDatabase = () => {
        const url = new URL(server().url)
        url.pathname = '/rookery_trial_x'
        return open(url.href)
      }
      expect(await trial(saved)).toBe(true)
      await expect(trial(saved, breakDump('broken-trial'))).rejects.toThrow(/could not load the dump/)
      await expect(trialDatabase()).rejects.toThrow(/has no database/)
      const small = new URL(saved)
      small.username = 'small'
      small.password = password
      await within(server().url, async ({ db }) => {
        const statements =
          driver === 'postgres'
            ? [`create role small login password '${password}'`]
            : [
                `create user 'small'@'127.0.0.1' identified by '${password}'`,
                `grant all on ${small.pathname.slice(1)}.* to 'small'@'127.0.0.1'`,
              ]
        for (const statement of statements) await sql.raw(statement).execute(db)
      })
      expect(await trial(small.href)).toBe(false)
      await expect(trialDatabase()).rejects.toThrow(/has no database/)
    })
  })
}
