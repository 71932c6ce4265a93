// Queries whose text is made once: what is asked often should not be built and compiled anew for every request.
//
// A query is built with the places of its values instead of the values, so nothing of one request can end up in the
// text that the next one is answered by. Where texts differ, they differ by a shape, and building sees nothing else.

import type { CompiledQuery, Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Schema } from './schema.ts'
import { SqliteFileAdapter } from './sqlite/sqlite-dialect.ts'

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** Names the value that stands here when the query is run; for the builder it has the type of that value. */
export type ValueAt<Values> = <Value>(pick: (values: Values) => Value) => Value

export type PreparedQuery<Values, Row> = (values: Values, within?: Kysely<Schema>) => Promise<Row[]>

/** Shapes differ by the lengths of lists, of which there are many. */
const cachedShapes = 200

class Place {
  readonly pick: (values: never) => unknown

  constructor(pick: (values: never) => unknown) {
    this.pick = pick
  }
}

export function prepareQuery<Values, Row>(
  db: Kysely<Schema>,
  build: (at: ValueAt<Values>) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined
  return async (values, within = db) => {
    compiled ??= compile(build)
    return run(within, compiled, values)
  }
}

/** As above, with a text for each shape; two shapes are the same when their JSON is. */
export function prepareShapes<Shape extends object, Values, Row>(
  db: Kysely<Schema>,
  build: (shape: Shape, at: ValueAt<Values>) => Compilable<Row>,
): (shape: Shape, values: Values) => Promise<Row[]> {
  const known = new LRUCache<string, PreparedQuery<Values, Row>>({ max: cachedShapes })
  return async (shape, values) => {
    const key = JSON.stringify(shape)
    const query = known.get(key) ?? prepareQuery<Values, Row>(db, at => build(shape, at))
    known.set(key, query)
    return query(values)
  }
}

function compile<Values, Row>(build: (at: ValueAt<Values>) => Compilable<Row>): CompiledQuery<Row> {
  return build(pick => new Place(pick) as never).compile()
}

async function run<Values, Row>(
  db: Kysely<Schema>,
  compiled: CompiledQuery<Row>,
  values: Values,
): Promise<Row[]> {
  const parameters = compiled.parameters.map(value =>
    value instanceof Place ? value.pick(values as never) : value,
  )
  const { query, sql, queryId } = compiled
  const bound = { query, sql, queryId, parameters }
  const { adapter } = db.getExecutor()
  const isReadable = adapter instanceof SqliteFileAdapter && !db.isTransaction
  return (isReadable ? adapter.readNow<Row>(bound) : null) ?? (await db.executeQuery<Row>(bound)).rows
}
