// Counts the statements that a panel sends to its database outside of transactions.

import type { Kysely } from 'kysely'
import type { Schema } from '../src/platform/database/schema.ts'

/** Counts from now on; the function tells how many there were and begins anew. */
export function countQueries(db: Kysely<Schema>): () => number {
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  let count = 0
  executor.executeQuery = query => {
    count += 1
    return execute(query)
  }
  return () => {
    const counted = count
    count = 0
    return counted
  }
}
