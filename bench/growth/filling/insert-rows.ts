// Puts any number of rows into a table: many in one statement, many statements in one transaction.

import type { InsertObject, Kysely } from 'kysely'
import type { Schema } from '../../../panel/src/platform/database/schema.ts'

/** No database takes any number of values in one statement. */
const valuesAtOnce = 10_000
const statementsPerTransaction = 20

type Rows<Table extends keyof Schema> = Iterable<InsertObject<Schema, Table>>

/** All rows have the same columns in the same order. */
export async function insertRows<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: Rows<Table>,
): Promise<void> {
  for (const batches of inGroups(inBatches(rows), statementsPerTransaction)) {
    await db.transaction().execute(async transaction => {
      for (const batch of batches) await insert(transaction, table, batch)
    })
  }
}

const written = new Map<string, string>()

/** Building the text of a statement takes longer than running it, so the text is built once. */
async function insert<Table extends keyof Schema>(
  db: Kysely<Schema>,
  table: Table,
  rows: InsertObject<Schema, Table>[],
): Promise<void> {
  const statement = db.insertInto<keyof Schema>(table)
  const driver = db.getExecutor().adapter.constructor.name
  const key = `${driver} ${table} ${rows.length} ${Object.keys(rows[0] ?? {}).join(' ')}`
  const first = statement.values(rows.slice(0, 1) as InsertObject<Schema, keyof Schema>[]).compile()
  const text =
    written.get(key) ?? statement.values(rows as InsertObject<Schema, keyof Schema>[]).compile().sql
  written.set(key, text)
  await db.executeQuery({ ...first, sql: text, parameters: rows.flatMap(row => Object.values(row)) })
}

function* inBatches<Row extends object>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if ((batch.length + 1) * Object.keys(row).length <= valuesAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function* inGroups<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let group: Item[] = []
  for (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
