// Databases on MySQL and MariaDB.

import mysql from 'mysql2/promise'
import { mysqlTls } from '../../../platform/database/remote/mysql.ts'
import type { DatabaseEngine, EngineLimits, HostAccess } from './database-engine.ts'

/** From any address: whether a node may come is up to the network and the database server. */
const anywhere = '%'
const noSuchThread = 1094

export async function openMysqlEngine(
  { address, port, user, password, tls, authorities }: HostAccess,
  { connectMs, statementMs }: EngineLimits,
  database?: string,
): Promise<DatabaseEngine> {
  const connection = await mysql.createConnection({
    ...{ host: address, port, user, password, database, charset: 'utf8mb4_bin', connectTimeout: connectMs },
    ...{ supportBigNumbers: true, decimalNumbers: true, stringifyObjects: true },
    ...mysqlTls({ host: address, port, tls, authorities: authorities || null }),
  })
  // A connection that is lost between two statements fails the next one.
  connection.on('error', () => {})
  const run = async (sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> => {
    const [rows] = await connection.query({ sql, values: [...values], timeout: statementMs })
    return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
  }
  // What is escaped below relies on it, whatever the default of the server is.
  await run("set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'")

  async function endConnections(ofUser: string): Promise<void> {
    const rows = await run('select id as id from information_schema.processlist where user = ?', [ofUser])
    for (const { id } of rows) {
      await run('kill connection ?', [id]).catch((error: { errno?: number }) => {
        if (error.errno !== noSuchThread) throw error
      })
    }
  }

  return {
    async product() {
      const [row] = await run('select version() as version')
      const version = typeof row?.version === 'string' ? row.version : ''
      const [number = ''] = version.split('-')
      return `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${number}`
    },

    async create(names, itsPassword) {
      await run('create database ?? character set utf8mb4', [names.database])
      await run('create user ?@? identified by ?', [names.user, anywhere, itsPassword]).catch(
        async (error: unknown) => {
          await run('drop database ??', [names.database])
          throw error
        },
      )
      const pattern = (await hasLiteralGrants()) ? names.database : names.database.replaceAll('_', '\\_')
      await run('grant all privileges on ??.* to ?@?', [pattern, names.user, anywhere])
    },

    async drop(names) {
      // The user first: nobody can come back while the database goes.
      await run('drop user if exists ?@?', [names.user, anywhere])
      await endConnections(names.user)
      await run('drop database if exists ??', [names.database])
    },

    async setPassword(ofUser, itsPassword) {
      await run('alter user ?@? identified by ?', [ofUser, anywhere, itsPassword])
      await endConnections(ofUser)
    },

    async sizes(databases) {
      if (databases.length === 0) return new Map()
      const rows = await run(
        `select schema_name as name,
          (select coalesce(sum(data_length + index_length), 0) from information_schema.tables
            where table_schema = schema_name) as bytes
        from information_schema.schemata where schema_name in (?)`,
        [databases],
      )
      return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
    },

    close: () => connection.destroy(),
  }

  /** The name of a database in a grant is a pattern in which `_` is any character, but for MySQL with partial revokes. */
  async function hasLiteralGrants(): Promise<boolean> {
    const [row] = await run("show variables like 'partial_revokes'")
    return row?.Value === 'ON'
  }
}
