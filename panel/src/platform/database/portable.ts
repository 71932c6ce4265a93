// Queries that differ between the databases, written once, so that a store is written once for all three.

import {
  type InsertObject,
  type Kysely,
  MysqlAdapter,
  PostgresAdapter,
  type SelectQueryBuilder,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely'
import type { DatabaseDriver } from './database.ts'
import { isDeadlock, isUniqueViolation } from './database-errors.ts'
import type { Schema } from './schema.ts'

/** Written together with a change, in its transaction, or not at all. */
export type AlsoWrite = (transaction: Transaction<Schema>) => Promise<void>

/** The same, with the id of what is created. */
export type AlsoCreate = (transaction: Transaction<Schema>, id: number) => Promise<void>

type Tables = keyof Schema
type TablesWithId = { [T in Tables]: 'id' extends keyof Schema[T] ? T : never }[Tables]

/** Which database a query builder or a transaction speaks to. */
export function driverOf(db: Pick<Kysely<Schema>, 'getExecutor'>): DatabaseDriver {
  const { adapter } = db.getExecutor()
  if (adapter instanceof PostgresAdapter) return 'postgres'
  return adapter instanceof MysqlAdapter ? 'mysql' : 'sqlite'
}

/** Reads a boolean column; writing needs nothing, true and false are bound right everywhere. */
export function toBoolean(stored: boolean | number): boolean {
  return stored === true || stored === 1
}

/** Inserts one row and gives its id. */
export async function insertReturningId<T extends TablesWithId>(
  db: Kysely<Schema>,
  table: T,
  row: InsertObject<Schema, T>,
): Promise<number> {
  const insert = db.insertInto<Tables>(table).values(row as InsertObject<Schema, Tables>)
  if (driverOf(db) === 'mysql') return Number((await insert.executeTakeFirstOrThrow()).insertId)
  const { id } = await insert.returning(sql<number>`id`.as('id')).executeTakeFirstOrThrow()
  return id
}

/**
 * As `insertReturningId`, with an id above `floor`: the database's own count may have gone back with a restored file.
 * Whatever it counts on from there stays above `floor` too.
 */
export async function insertReturningIdAbove<T extends TablesWithId>(
  transaction: Transaction<Schema>,
  table: T & string,
  floor: number,
  row: InsertObject<Schema, T>,
): Promise<number> {
  for (;;) {
    const id = await insertReturningId(transaction, table, row)
    if (id > floor) return id
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(transaction)
    if (driverOf(transaction) === 'postgres') {
      await raisePostgresCount(transaction, table, floor)
      continue
    }
    // Their count follows an id that is given to them; another one may have been quicker.
    const isFirst = await insertIfAbsent(transaction, table, { ...row, id: floor + 1 })
    if (isFirst) return floor + 1
  }
}

/** One at a time: between reading the count and setting it nobody else may set it. */
async function raisePostgresCount(db: Kysely<Schema>, table: string, floor: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`count of ${table}`}))`.execute(db)
  await sql`select setval(counter, greatest(cast(${floor} as bigint), coalesce(pg_sequence_last_value(counter), 0)))
    from (select cast(pg_get_serial_sequence(${table}, 'id') as regclass) as counter) as named`.execute(db)
}

/** True when the row was inserted, false when one with the same unique key is there already. */
export async function insertIfAbsent<T extends Tables>(
  db: Kysely<Schema>,
  table: T,
  row: InsertObject<Schema, T>,
): Promise<boolean> {
  const insert = db.insertInto<Tables>(table).values(row as InsertObject<Schema, Tables>)
  if (driverOf(db) !== 'mysql') {
    const result = await insert.onConflict(conflict => conflict.doNothing()).executeTakeFirstOrThrow()
    return result.numInsertedOrUpdatedRows === 1n
  }
  // Not `insert ignore`, which would swallow every other fault of the row as well.
  try {
    await insert.execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/**
 * Inserts a row, or changes the one that has the same unique key. An expression in `changes` names columns with
 * their table (`data_versions.version`), because PostgreSQL knows two rows at that place.
 */
export async function upsert<T extends Tables>(
  db: Kysely<Schema>,
  table: T,
  row: InsertObject<Schema, T>,
  keyColumns: (string & keyof Schema[T])[],
  changes: UpdateObject<Schema, T>,
): Promise<void> {
  const insert = db.insertInto<Tables>(table).values(row as InsertObject<Schema, Tables>)
  const update = changes as UpdateObject<Schema, Tables>
  if (driverOf(db) === 'mysql') {
    await insert.onDuplicateKeyUpdate(update).execute()
    return
  }
  await insert
    .onConflict(conflict => conflict.columns(keyColumns as never[]).doUpdateSet(update as never))
    .execute()
}

/** Locks the selected rows until the transaction ends. SQLite needs nothing: its transactions run one by one. */
export function lockRows<T extends Tables, Row>(
  transaction: Transaction<Schema>,
  query: SelectQueryBuilder<Schema, T, Row>,
): SelectQueryBuilder<Schema, T, Row> {
  return driverOf(transaction) === 'sqlite' ? query : query.forUpdate()
}

/**
 * Runs `work` in a transaction, and again when the database ended it because two transactions waited for each other.
 * `work` must therefore touch nothing but the transaction.
 */
export async function inTransaction<Result>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
  tries = 5,
): Promise<Result> {
  for (let left = tries; ; left--) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (left <= 1 || !isDeadlock(error)) throw error
    }
  }
}
