// Kysely's dialect for node:sqlite, with transactional migrations.

import {
  type DatabaseIntrospector,
  type Dialect,
  DialectAdapterBase,
  type Kysely,
  type QueryCompiler,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { BusyPolicy } from './busy-retry.ts'
import { type SqliteConnections, SqliteDriver } from './sqlite-driver.ts'

export class SqliteFileAdapter extends DialectAdapterBase {
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

export class SqliteFileDialect implements Dialect {
  readonly #connections: SqliteConnections
  readonly #policy: BusyPolicy

  constructor(connections: SqliteConnections, policy: BusyPolicy) {
    this.#connections = connections
    this.#policy = policy
  }

  createDriver(): SqliteDriver {
    return new SqliteDriver(this.#connections, this.#policy)
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }

  createAdapter(): SqliteFileAdapter {
    return new SqliteFileAdapter()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}
