// Any dialect, with every change of a table counted as soon as it is in force.

import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import { type ChangedTables, changedTables, together } from './changed-tables.ts'
import type { TableVersions } from './table-versions.ts'

export function countingDialect(dialect: Dialect, versions: TableVersions): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: db => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => new CountingDriver(dialect.createDriver(), versions),
  }
}

/** What the open transaction of a connection has changed so far; null outside of one. */
interface Use {
  pending: ChangedTables[] | null
}

class CountingDriver implements Driver {
  readonly #driver: Driver
  readonly #versions: TableVersions
  readonly #uses = new WeakMap<DatabaseConnection, Use>()

  constructor(driver: Driver, versions: TableVersions) {
    this.#driver = driver
    this.#versions = versions
  }

  init: Driver['init'] = options => this.#driver.init(options)
  destroy: Driver['destroy'] = options => this.#driver.destroy(options)
  savepoint: Driver['savepoint'] = async (...of) => this.#driver.savepoint?.(...of)
  rollbackToSavepoint: Driver['rollbackToSavepoint'] = async (...to) =>
    this.#driver.rollbackToSavepoint?.(...to)
  releaseSavepoint: Driver['releaseSavepoint'] = async (...of) => this.#driver.releaseSavepoint?.(...of)

  acquireConnection: Driver['acquireConnection'] = async options =>
    this.#watch(await this.#driver.acquireConnection(options))

  beginTransaction: Driver['beginTransaction'] = async (connection, settings) => {
    await this.#driver.beginTransaction(connection, settings)
    const use = this.#uses.get(connection)
    if (use) use.pending = []
  }

  commitTransaction: Driver['commitTransaction'] = connection =>
    this.#end(connection, () => this.#driver.commitTransaction(connection))

  rollbackTransaction: Driver['rollbackTransaction'] = connection =>
    this.#end(connection, () => this.#driver.rollbackTransaction(connection))

  releaseConnection: Driver['releaseConnection'] = (connection, options) =>
    this.#end(connection, () => this.#driver.releaseConnection(connection, options))

  #watch(connection: DatabaseConnection): DatabaseConnection {
    if (this.#uses.has(connection)) return connection
    const use: Use = { pending: null }
    this.#uses.set(connection, use)
    const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query, options) => {
      try {
        return await execute(query, options)
      } finally {
        // Also after a failure: an answer that was lost may have been a success.
        const changed = changedTables(query)
        if (use.pending) use.pending.push(changed)
        else if (changed.length > 0) await this.#count(changed)
      }
    }
    return connection
  }

  async #end(connection: DatabaseConnection, ending: () => Promise<void>): Promise<void> {
    try {
      await ending()
    } finally {
      const use = this.#uses.get(connection)
      const changed = together(use?.pending ?? [])
      if (use) use.pending = null
      if (changed.length > 0) await this.#count(changed)
    }
  }

  async #count(changed: ChangedTables): Promise<void> {
    this.#versions.count(changed)
    await this.#versions.reported()
  }
}
