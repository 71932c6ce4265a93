// Rows that the database writes as one text each: drivers hand over one value for a fraction of what twenty cost, and
// the text tells by itself whether a row is the same as before.

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { driverOf } from './portable.ts'
import type { Schema } from './schema.ts'

/** By the name under which each value is read, the column that it stands in. */
export type TextColumns<Row> = { readonly [Name in keyof Row]: string }

/** The columns as a JSON array, in the order of their names here. */
export function rowText<Row>(db: Kysely<Schema>, columns: TextColumns<Row>): RawBuilder<string> {
  const values = sql.join(Object.values<string>(columns).map(column => sql.ref(column)))
  switch (driverOf(db)) {
    case 'postgres':
      return sql`cast(json_build_array(${values}) as text)`
    case 'mysql':
      return sql`cast(json_array(${values}) as char)`
    case 'sqlite':
      return sql`json_array(${values})`
  }
}

/** The values of a column as a JSON array, in the order of what follows; null where there are none. */
export function columnText(
  db: Kysely<Schema>,
  column: string,
  order: readonly RawBuilder<unknown>[],
): RawBuilder<string | null> {
  const values = sql`${sql.ref(column)} order by ${sql.join(order)}`
  switch (driverOf(db)) {
    case 'postgres':
      return sql`cast(json_agg(${values}) as text)`
    case 'mysql':
      return sql`cast(json_arrayagg(${values}) as char)`
    case 'sqlite':
      return sql`json_group_array(${values})`
  }
}

export function readRowText<Row>(columns: TextColumns<Row>, text: string): Row {
  const values = JSON.parse(text) as unknown[]
  const row: Record<string, unknown> = {}
  let index = 0
  for (const name in columns) row[name] = values[index++]
  return row as Row
}
