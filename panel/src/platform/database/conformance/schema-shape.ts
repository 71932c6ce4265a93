// Reads the shape of a real database: its columns, unique rules and references.

import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { SchemaShape, TableShape } from './expanding-rules.ts'

/** Those that no query of the panel names. */
const ownTables = /^(kysely_|migration_|sqlite_)/

export async function readSchemaShape({ db, driver }: Database): Promise<SchemaShape> {
  const uniques = (await sql<UniqueRow>`${sql.raw(uniqueQueries[driver])}`.execute(db)).rows
  const references = (await sql<ReferenceRow>`${sql.raw(referenceQueries[driver])}`.execute(db)).rows
  const tables = (await db.introspection.getTables()).filter(({ name }) => !ownTables.test(name))
  return Object.fromEntries(
    tables.map(({ name, columns }): [string, TableShape] => [
      name,
      {
        columns: Object.fromEntries(
          columns.map(column => [
            column.name,
            {
              type: column.dataType,
              isNullable: column.isNullable,
              hasDefault: column.hasDefaultValue || column.isAutoIncrementing,
            },
          ]),
        ),
        uniques: groupColumns(uniques.filter(row => row.table_name === name)),
        references: references
          .filter(row => row.table_name === name)
          .map(row => ({ column: row.column_name, target: row.target, onDelete: row.on_delete })),
      },
    ]),
  )
}

interface UniqueRow {
  table_name: string
  index_name: string
  column_name: string
}

interface ReferenceRow {
  table_name: string
  column_name: string
  target: string
  on_delete: string
}

function groupColumns(rows: readonly UniqueRow[]): string[][] {
  const groups = Map.groupBy(rows, row => row.index_name)
  return [...groups.values()].map(group => group.map(row => row.column_name))
}

const uniqueQueries: Record<Database['driver'], string> = {
  sqlite: `select m.name as table_name, i.name as index_name, c.name as column_name
    from sqlite_schema m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    where m.type = 'table' and i."unique" = 1 order by i.name, c.seqno`,
  postgres: `select t.relname as table_name, i.relname as index_name, a.attname as column_name
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(x.indkey)
    where x.indisunique and n.nspname = current_schema()
    order by i.relname, array_position(x.indkey::int[], a.attnum::int)`,
  mysql: `select table_name as table_name, concat(table_name, '.', index_name) as index_name, column_name as column_name
    from information_schema.statistics where table_schema = database() and non_unique = 0
    order by table_name, index_name, seq_in_index`,
}

const referenceQueries: Record<Database['driver'], string> = {
  sqlite: `select m.name as table_name, k."from" as column_name, k."table" as target, k.on_delete as on_delete
    from sqlite_schema m, pragma_foreign_key_list(m.name) k where m.type = 'table'`,
  postgres: `select k.table_name, k.column_name, c.table_name as target, r.delete_rule as on_delete
    from information_schema.referential_constraints r
    join information_schema.key_column_usage k
      on k.constraint_schema = r.constraint_schema and k.constraint_name = r.constraint_name
    join information_schema.constraint_column_usage c
      on c.constraint_schema = r.constraint_schema and c.constraint_name = r.constraint_name
    where r.constraint_schema = current_schema()`,
  mysql: `select k.table_name as table_name, k.column_name as column_name, r.referenced_table_name as target, r.delete_rule as on_delete
    from information_schema.referential_constraints r
    join information_schema.key_column_usage k
      on k.constraint_schema = r.constraint_schema and k.constraint_name = r.constraint_name and k.table_name = r.table_name
    where r.constraint_schema = database()`,
}
