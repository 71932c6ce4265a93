// What the panel does on a database server, against real ones: by an administrator and by one who may do no more than needed.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { missingMariadb, startMariadbWithTls } from '../../../../../test-services/mariadb.ts'
import { missingPostgres } from '../../../../../test-services/postgres.ts'
import { sharedMariadb, sharedPostgres } from '../../../../../test-services/shared.ts'
import { tryHost } from '../try-host.ts'
import { type HostAccess, tryAsUser, withDatabaseEngine } from './database-engine.ts'

const deps = { now: Date.now, random: randomBytes }
const unhurried = () => AbortSignal.timeout(30_000)

function accessOf(kind: HostAccess['kind'], url: string): HostAccess {
  const { hostname: address, port, username: user, password } = new URL(url)
  return { kind, address, port: Number(port), user, password, tls: 'off', authorities: '' }
}

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})

/** Statements of one connection, for what people and games do there. */
async function connect(access: HostAccess, database: string) {
  const { kind, address: host, port, user, password } = access
  if (kind === 'mysql') {
    const connection = await mysql.createConnection({ host, port, user, password, database })
    connection.on('error', () => {})
    ends.push(async () => connection.destroy())
    return async (statement: string) => (await connection.query(statement))[0]
  }
  const client = new pg.Client({ host, port, user, password, database })
  client.on('error', () => {})
  await client.connect()
  ends.push(() => client.end().catch(() => {}))
  return async (statement: string) => (await client.query(statement)).rows
}

const limitedAdministrator = {
  mysql: (name: string) => [
    `create user '${name}'@'%' identified by 'limited'`,
    `grant all on *.* to '${name}'@'%' with grant option`,
    `revoke shutdown, file, super on *.* from '${name}'@'%'`,
  ],
  postgres: (name: string) => [`create role ${name} login createdb createrole password 'limited'`],
}

const servers = [
  { kind: 'mysql', missing: missingMariadb(), share: sharedMariadb, first: 'mysql' },
  { kind: 'postgres', missing: missingPostgres(), share: sharedPostgres, first: 'postgres' },
] as const

describe.each(servers)('databases on $kind', ({ kind, missing, share, first }) => {
  if (missing !== null) console.warn(`skipped: ${missing}`)
  describe.skipIf(missing !== null).each(['administrator', 'limited administrator'] as const)(
    'by its %s',
    by => {
      let access: HostAccess
      beforeAll(async () => {
        access = accessOf(kind, (await share()).url)
        if (by === 'administrator') return
        const name = `limited_${randomBytes(4).toString('hex')}`
        const run = await connect(access, first)
        for (const statement of limitedAdministrator[kind](name)) await run(statement)
        access = { ...access, user: name, password: 'limited' }
      })

      const inEngine = <Result>(work: Parameters<typeof withDatabaseEngine<Result>>[2]) =>
        withDatabaseEngine(access, unhurried(), work)

      /** Whose names differ only where a `_` stands in a grant. */
      async function createTwo() {
        const base = `s7${randomBytes(4).toString('hex')}`
        const [mine, other] = [`${base}_shop`, `${base}xshop`].map(name => ({ database: name, user: name }))
        if (!mine || !other) throw new Error('two are wanted')
        onTestFinished(() =>
          inEngine(async engine => {
            await engine.drop(mine)
            await engine.drop(other)
          }),
        )
        await inEngine(async engine => {
          await engine.create(mine, 'first')
          await engine.create(other, 'other')
        })
        return { mine, other }
      }
      const as = (user: string, password: string): HostAccess => ({ ...access, user, password })

      test('a test of the host leaves nothing behind', async () => {
        const before = await inEngine(engine => engine.product())
        expect(await tryHost(access, unhurried(), deps)).toMatchObject({
          is_good: true,
          problem: '',
          product: before,
        })
        expect(before).toMatch(kind === 'mysql' ? /^MariaDB \d+\.\d+\.\d+$/ : /^PostgreSQL \d+\.\d+$/)
        const run = await connect(access, first)
        const left =
          kind === 'mysql'
            ? "select user from mysql.user where user like 'rookery\\_test\\_%'"
            : "select rolname from pg_roles where rolname like 'rookery\\_test\\_%'"
        if (by === 'administrator') expect(await run(left)).toEqual([])
      })

      test('a user has all rights on the own database and none on another one', async () => {
        const { mine, other } = await createTwo()
        const run = await connect(as(mine.user, 'first'), mine.database)
        await run('create table homes (id int primary key, name varchar(20))')
        await run("insert into homes values (1, 'castle')")
        await run('alter table homes add column x int')
        expect(await run('select name from homes')).toEqual([{ name: 'castle' }])
        await expect(connect(as(mine.user, 'first'), other.database)).rejects.toThrow(/denied/)
        await expect(run('create database more')).rejects.toThrow(/denied/)
        await expect(run('create user more')).rejects.toThrow(/denied|syntax/)
        await expect(run('create role more')).rejects.toThrow(/denied/)
        if (kind === 'mysql') {
          await expect(run(`create table ${other.database}.t (id int)`)).rejects.toThrow(/denied/)
          await expect(run('select user from mysql.user')).rejects.toThrow(/denied/)
        }
        const sizes = await inEngine(engine => engine.sizes([mine.database, 'not_there']))
        expect([...sizes.keys()]).toEqual([mine.database])
        expect(sizes.get(mine.database)).toBeGreaterThan(0)
      })

      test('a changed password ends the connections, and the former one is refused', async () => {
        const { mine } = await createTwo()
        const run = await connect(as(mine.user, 'first'), mine.database)
        await inEngine(engine => engine.setPassword(mine.user, 'second'))
        await expect(run('select 1')).rejects.toThrow()
        await expect(tryAsUser(access, mine, 'first')).rejects.toThrow(/refuses the user/)
        await tryAsUser(access, mine, 'second')
      })

      test('dropping ends whoever is connected; of what is not there as well', async () => {
        const { mine, other } = await createTwo()
        const run = await connect(as(mine.user, 'first'), mine.database)
        await run('create table homes (id int)')
        await inEngine(async engine => {
          await engine.drop(mine)
          await engine.drop(mine)
        })
        await expect(run('select 1 from homes')).rejects.toThrow()
        await expect(tryAsUser(access, mine, 'first')).rejects.toThrow(/refuses the user/)
        await tryAsUser(access, other, 'other')
      })

      test('what is there is not taken over', async () => {
        const { mine } = await createTwo()
        await expect(inEngine(engine => engine.create(mine, 'third'))).rejects.toThrow(/exists/)
        await tryAsUser(access, mine, 'first')
      })
    },
  )

  test.skipIf(missing !== null)('what is wrong with a host is told in a sentence', async () => {
    const access = accessOf(kind, (await share()).url)
    const problemWith = async (different: Partial<HostAccess>) =>
      (await tryHost({ ...access, ...different }, unhurried(), deps)).problem
    const place = (more: string) => expect.stringContaining(`${access.address}:${access.port} ${more}`)
    expect(await problemWith({ password: 'wrong-4711' })).toEqual(place('refuses the user "rookery"'))
    expect(await problemWith({ password: 'wrong-4711' })).not.toContain('4711')
    expect(await problemWith({ port: 1 })).toMatch(/:1 does not listen: start/)
    expect(await problemWith({ address: 'nowhere.invalid' })).toMatch(/has no address: check the name/)
    expect(await problemWith({ tls: 'checked' })).toEqual(place('does not offer TLS'))
    const user = `reader_${randomBytes(4).toString('hex')}`
    const run = await connect(access, first)
    await run(
      kind === 'mysql'
        ? `create user '${user}'@'%' identified by 'reader'`
        : `create role ${user} login password 'reader'`,
    )
    expect(await problemWith({ user, password: 'reader' })).toEqual(
      place(`does not allow "${user}" to create`),
    )
    await run(kind === 'mysql' ? `drop user '${user}'@'%'` : `drop role ${user}`)
  })
})

describe.skipIf(missingMariadb() !== null)('a host with TLS', () => {
  test('is believed with its certificate alone', async () => {
    const mariadb = await startMariadbWithTls()
    onTestFinished(() => mariadb.stop())
    const access = accessOf('mysql', mariadb.url)
    const authorities = readFileSync(mariadb.certificateFile, 'utf8')
    const tried = async (different: Partial<HostAccess>) =>
      (await tryHost({ ...access, ...different }, unhurried(), deps)).problem
    expect(await tried({ tls: 'checked', authorities })).toBe('')
    expect(await tried({ tls: 'unchecked' })).toBe('')
    expect(await tried({ tls: 'checked' })).toContain('certificate that is not trusted')
    expect(await tried({ tls: 'checked', authorities, address: 'localhost' })).toContain('not trusted')
    expect(await tried({ tls: 'off' })).toContain('refuses the user')
  })
})
