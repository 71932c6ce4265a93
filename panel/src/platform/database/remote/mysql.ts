// MySQL and MariaDB behind kysely: a pool with limits, a fixed session mode, and connections that are dropped once
// they hang.

import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import {
  CompiledQuery,
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  MysqlDialect,
  type MysqlPool,
  type MysqlPoolConnection,
} from 'kysely'
import mysql from 'mysql2'
import { DatabaseTimeoutError, isOutage } from '../database-errors.ts'
import type { DatabaseLimits } from './database-limits.ts'
import type { DatabaseAddress } from './database-url.ts'
import { OwnTables } from './mysql-tables.ts'

export function createMysqlDialect(address: DatabaseAddress, limits: DatabaseLimits): Dialect {
  const pool = mysql.createPool({
    host: address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ...mysqlTls({ ...address, authorities: readAuthorities(address) }),
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    connectionLimit: limits.connections,
    connectTimeout: limits.acquireMs,
    idleTimeout: 30_000,
    // Numbers for count() and sum(); an object as a value becomes text and never a piece of SQL.
    supportBigNumbers: true,
    decimalNumbers: true,
    stringifyObjects: true,
  })
  return new OwnTablesDialect({
    pool: new GuardedPool(pool, limits),
    onCreateConnection: async connection => {
      for (const setting of sessionSettings(limits)) await connection.executeQuery(CompiledQuery.raw(setting))
    },
  })
}

function readAuthorities({ tls, authoritiesFile }: DatabaseAddress): string | null {
  return tls === 'off' || authoritiesFile === null ? null : readFileSync(authoritiesFile, 'utf8')
}

interface TlsPlace extends Pick<DatabaseAddress, 'host' | 'port' | 'tls'> {
  /** PEM; null: those that Node.js trusts. */
  authorities: string | null
}

/** Of the options of a connection. */
export function mysqlTls(place: TlsPlace): Pick<mysql.ConnectionOptions, 'ssl' | 'stream'> {
  if (place.tls === 'off') return {}
  const isChecked = place.tls === 'checked'
  const ca = place.authorities === null ? {} : { ca: place.authorities }
  return {
    ssl: { rejectUnauthorized: isChecked, verifyIdentity: isChecked, ...ca },
    stream: () => openNamedSocket(place),
  }
}

/**
 * TLS over a socket compares the certificate with the name that the socket was opened for. Node.js keeps none for an
 * address in numbers: it would refuse the right certificate, and believe one for "localhost".
 */
function openNamedSocket({ host, port }: Pick<DatabaseAddress, 'host' | 'port'>): Socket {
  const socket = connect(port, host).setNoDelay(true).setKeepAlive(true)
  return Object.assign(socket, { _host: host })
}

class OwnTablesDialect extends MysqlDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new OwnTables(db)
  }
}

function sessionSettings(limits: DatabaseLimits): string[] {
  // The escaping of values relies on backslashes, hence a mode of our own whatever the database's default is.
  // READ COMMITTED: what PostgreSQL does by default, so that one store behaves alike on both.
  const settings = [
    "set session sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'",
    'set session transaction isolation level read committed',
  ]
  if (limits.statementMs === 0) return settings
  const lockSeconds = Math.ceil(limits.lockMs / 1000)
  // MySQL reads the /*M! … */ part as a comment: there the limit for an answer alone ends a long statement.
  const statementSeconds = limits.statementMs / 1000
  return [
    ...settings,
    `set session innodb_lock_wait_timeout = ${lockSeconds} /*M! , max_statement_time = ${statementSeconds} */`,
  ]
}

/** mysql2 has no limit for waiting in the pool's queue: this adds it. */
class GuardedPool implements MysqlPool {
  readonly #pool: mysql.Pool
  readonly #limits: DatabaseLimits
  readonly #guarded = new WeakMap<mysql.PoolConnection, GuardedConnection>()

  constructor(pool: mysql.Pool, limits: DatabaseLimits) {
    this.#pool = pool
    this.#limits = limits
  }

  getConnection(callback: (error: unknown, connection: MysqlPoolConnection) => void): void {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      const error = new DatabaseTimeoutError('no database connection became free in time')
      callback(error, undefined as never)
    }, this.#limits.acquireMs)
    this.#pool.getConnection((error, connection) => {
      if (isLate) {
        if (!error) connection.release()
        return
      }
      clearTimeout(timer)
      if (error) callback(error, undefined as never)
      else callback(null, this.#guard(connection))
    })
  }

  #guard(connection: mysql.PoolConnection): GuardedConnection {
    const known = this.#guarded.get(connection) ?? new GuardedConnection(connection, this.#limits.answerMs)
    this.#guarded.set(connection, known)
    return known
  }

  end(callback: (error: unknown) => void): void {
    // A connection that is lost already needs no goodbye.
    this.#pool.end(error => callback(isOutage(error) ? null : error))
  }
}

/** Gives up a statement that goes unanswered, and the connection with it, so that the rollback fails at once too. */
class GuardedConnection implements MysqlPoolConnection {
  readonly #connection: mysql.PoolConnection
  readonly #answerMs: number

  constructor(connection: mysql.PoolConnection, answerMs: number) {
    this.#connection = connection
    this.#answerMs = answerMs
  }

  get config(): object {
    return this.#connection.config
  }

  get threadId(): number {
    return this.#connection.threadId
  }

  readonly query: MysqlPoolConnection['query'] = ((
    text: string,
    values: unknown[],
    callback: (error: unknown, result: unknown) => void,
  ) => {
    const timeout = this.#answerMs > 0 ? this.#answerMs : undefined
    return this.#connection.query({ sql: text, values, timeout }, (error, result) => {
      if (error?.code !== 'PROTOCOL_SEQUENCE_TIMEOUT') return callback(error, result)
      this.#connection.destroy()
      callback(new DatabaseTimeoutError('the database did not answer in time', { cause: error }), result)
    })
  }) as MysqlPoolConnection['query']

  connect(callback?: (error: unknown) => void): void {
    this.#connection.connect(error => callback?.(error))
  }

  destroy(): void {
    this.#connection.destroy()
  }

  release(): void {
    this.#connection.release()
  }
}
