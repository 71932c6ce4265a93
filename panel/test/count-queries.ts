// Sees the statements that a panel sends to its database outside of transactions.

import type { CompiledQuery, Kysely } from 'kysely'
import type { Schema } from '../src/platform/database/schema.ts'
import { SqliteFileAdapter } from '../src/platform/database/sqlite/sqlite-dialect.ts'

/** Calls back for each of them until the function that is given is called. */
export function watchQueries(db: Kysely<Schema>, see: (query: CompiledQuery) => void): () => void {
  const executor = db.getExecutor()
  const { adapter } = executor
  const { executeQuery } = executor
  executor.executeQuery = (query, options) => {
    see(query)
    return executeQuery.call(executor, query, options) as never
  }
  if (!(adapter instanceof SqliteFileAdapter)) throw new Error('only the queries of SQLite can be watched')
  const { readNow } = adapter
  adapter.readNow = query => {
    const rows = readNow.call(adapter, query)
    if (rows !== null) see(query)
    return rows as never
  }
  return () => {
    executor.executeQuery = executeQuery
    adapter.readNow = readNow
  }
}

/** Counts from now on; the function tells how many there were and begins anew. */
export function countQueries(db: Kysely<Schema>): () => number {
  let count = 0
  watchQueries(db, () => {
    count += 1
  })
  return () => {
    const counted = count
    count = 0
    return counted
  }
}
