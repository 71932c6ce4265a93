// Kysely's dialect for node:sqlite, with transactional migrations.

import {
  type CompiledQuery,
  type DatabaseIntrospector,
  type Dialect,
  DialectAdapterBase,
  type Kysely,
  type LimitNode,
  type OffsetNode,
  type QueryCompiler,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { isSqliteBusy } from '../database-errors.ts'
import type { BusyPolicy } from './busy-retry.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { type SqliteConnections, SqliteDriver } from './sqlite-driver.ts'

export class SqliteFileAdapter extends DialectAdapterBase {
  readonly #reading: PreparedStatements

  constructor(reading: PreparedStatements) {
    super()
    this.#reading = reading
  }

  /**
   * The rows of a plain select outside of transactions, as the driver would give them but at once: what the driver is
   * wrapped in, to wait and to count changes, takes longer than most reads. Null: it has to wait after all.
   */
  readNow<Row>({ query, sql, parameters }: CompiledQuery<Row>): Row[] | null {
    if (query.kind !== 'SelectQueryNode') return null
    try {
      return this.#reading.run<Row>(sql, parameters).rows
    } catch (error) {
      if (isSqliteBusy(error)) return null
      throw error
    }
  }

  /** The driver orders its users itself. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  override get supportsTransactionalDdl(): boolean {
    return true
  }

  override get supportsReturning(): boolean {
    return true
  }

  /** Nothing to do: migrations run in one transaction, and beginning it takes the file's write lock. */
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * SQLite compiles a prepared statement anew for every run when a LIMIT or OFFSET is a bare parameter, because its value
 * may change the plan: three quarters of the time of a short list. A sum is not looked into.
 */
class SteadyQueryCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }

  protected override visitOffset(node: OffsetNode): void {
    super.visitOffset(node)
    this.append(' + 0')
  }
}

export class SqliteFileDialect implements Dialect {
  readonly #connections: SqliteConnections
  readonly #reading: PreparedStatements
  readonly #policy: BusyPolicy

  constructor(connections: SqliteConnections, policy: BusyPolicy) {
    this.#connections = connections
    this.#reading = new PreparedStatements(connections.reader)
    this.#policy = policy
  }

  createDriver(): SqliteDriver {
    return new SqliteDriver(this.#connections, this.#reading, this.#policy)
  }

  createQueryCompiler(): QueryCompiler {
    return new SteadyQueryCompiler()
  }

  createAdapter(): SqliteFileAdapter {
    return new SqliteFileAdapter(this.#reading)
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}
