// Databases on PostgreSQL.

import { checkServerIdentity } from 'node:tls'
import pg from 'pg'
import type { DatabaseEngine, EngineLimits, HostAccess } from './database-engine.ts'

const quote = pg.escapeIdentifier

/** Whom nothing is said of. */
const maintenanceDatabase = 'postgres'

export async function openPostgresEngine(
  { address, port, user, password, tls, authorities }: HostAccess,
  { connectMs, statementMs }: EngineLimits,
  database = maintenanceDatabase,
): Promise<DatabaseEngine> {
  const client = new pg.Client({
    ...{ host: address, port, user, password, database, application_name: 'rookery' },
    ...{ connectionTimeoutMillis: connectMs, statement_timeout: statementMs },
    query_timeout: statementMs + 1_000,
    ssl: tls === 'off' ? false : tlsOptions(address, tls, authorities),
  })
  // A connection that is lost between two statements fails the next one.
  client.on('error', () => {})
  await client.connect()
  const run = async (sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await client.query(sql, [...values])).rows as Record<string, unknown>[]

  return {
    async product() {
      const [row] = await run("select concat('PostgreSQL ', split_part(version(), ' ', 2)) as product")
      return typeof row?.product === 'string' ? row.product : 'PostgreSQL'
    },

    async create(names, itsPassword) {
      const [database, role] = [quote(names.database), quote(names.user)]
      await run(
        `create role ${role} login nosuperuser nocreatedb nocreaterole password ${pg.escapeLiteral(itsPassword)}`,
      )
      // Whoever is no superuser gives a database only to roles that they belong to.
      await run(`grant ${role} to current_user`)
      await run(`create database ${database} owner ${role} template template0 encoding 'UTF8'`).catch(
        async (error: unknown) => {
          await run(`drop role ${role}`)
          throw error
        },
      )
      await run(`revoke all on database ${database} from public`)
    },

    async drop(names) {
      const [database, role] = [quote(names.database), quote(names.user)]
      const found = await run('select 1 from pg_roles where rolname = $1', [names.user])
      // Nobody can come back while the database goes.
      if (found.length > 0) await run(`alter role ${role} nologin`)
      await run(`drop database if exists ${database} with (force)`)
      if (found.length === 0) return
      await endConnections(names.user)
      // What it has made in this database, where everybody may.
      await run(`drop owned by ${role} cascade`)
      await run(`drop role ${role}`)
    },

    async setPassword(ofUser, itsPassword) {
      await run(`alter role ${quote(ofUser)} password ${pg.escapeLiteral(itsPassword)}`)
      await endConnections(ofUser)
    },

    async sizes(databases) {
      const rows = await run(
        'select datname as name, pg_database_size(datname) as bytes from pg_database where datname = any($1)',
        [databases],
      )
      return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
    },

    close() {
      client.end().catch(() => {})
    },
  }

  async function endConnections(ofUser: string): Promise<void> {
    await run('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [ofUser])
  }
}

/** Node.js compares the certificate of an address in numbers with "localhost" unless it is told the address. */
function tlsOptions(address: string, tls: 'unchecked' | 'checked', authorities: string) {
  return {
    rejectUnauthorized: tls === 'checked',
    ...(authorities && { ca: authorities }),
    ...(tls === 'checked' && {
      checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
        checkServerIdentity(address, certificate),
    }),
  }
}
