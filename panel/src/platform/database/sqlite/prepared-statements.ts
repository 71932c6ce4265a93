// Runs SQL on one SQLite connection, keeping the most recently used prepared statements by their text.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
}

export class PreparedStatements {
  readonly #connection: DatabaseSync
  readonly #capacity: number
  readonly #cached = new Map<string, Prepared>()

  constructor(connection: DatabaseSync, capacity = 500) {
    this.#connection = connection
    this.#capacity = capacity
  }

  get size(): number {
    return this.#cached.size
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters.map(toSqlValue)
    if (returnsRows) {
      const rows = statement.all(...values) as Row[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  #prepare(sql: string): Prepared {
    const known = this.#cached.get(sql)
    if (known !== undefined) {
      this.#cached.delete(sql)
      this.#cached.set(sql, known)
      return known
    }
    const statement = this.#connection.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    this.#cached.set(sql, prepared)
    if (this.#cached.size > this.#capacity) {
      const [oldest] = this.#cached.keys()
      if (oldest !== undefined) this.#cached.delete(oldest)
    }
    return prepared
  }
}

/** SQLite has no booleans: 1 and 0 stand for them. Everything else is bound as it is. */
function toSqlValue(value: unknown): SQLInputValue {
  return (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue
}
