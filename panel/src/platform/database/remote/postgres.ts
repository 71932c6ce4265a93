// PostgreSQL behind kysely: a pool with limits, numbers for bigint, and connections that are dropped once they hang.

import {
  type Dialect,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import { DatabaseTimeoutError } from '../database-errors.ts'
import type { DatabaseLimits } from './database-limits.ts'

const bigintOid = 20
/** What sum() over bigint gives. */
const numericOid = 1700

// Times and sizes stay below 2^53, so a number holds every bigint that the panel stores.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === bigintOid || oid === numericOid
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export function createPostgresDialect(
  url: string,
  limits: DatabaseLimits,
  onLostConnection: (error: Error) => void,
): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'rookery',
    max: limits.connections,
    connectionTimeoutMillis: limits.acquireMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
    ...(limits.answerMs > 0 && {
      lock_timeout: limits.lockMs,
      statement_timeout: limits.statementMs,
      query_timeout: limits.answerMs,
      idle_in_transaction_session_timeout: 30_000,
    }),
  })
  // The pool listens to its idle clients only: a client that is lost while in use would end the process.
  pool.on('connect', client => client.on('error', onLostConnection))
  pool.on('error', () => {})
  return new PostgresDialect({ pool: dropHangingConnections(pool) })
}

function dropHangingConnections(pool: pg.Pool): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, GuardedClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = guarded.get(client) ?? new GuardedClient(client)
      guarded.set(client, known)
      return known
    },
  }
}

/** Once a statement went unanswered, refuses the next one (the rollback) at once and leaves the pool for good. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #isHanging = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('cursors are not used by this panel')
    return this.#ask<Row>(text, parameters)
  }

  async #ask<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (this.#isHanging) throw new DatabaseTimeoutError('the database connection does not answer')
    try {
      const answer = await this.#client.query(text, [...parameters])
      return answer as unknown as PostgresQueryResult<Row>
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'Query read timeout') throw error
      this.#isHanging = true
      throw new DatabaseTimeoutError('the database did not answer in time', { cause: error })
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isHanging)
  }
}
