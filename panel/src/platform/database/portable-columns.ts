// Columns and tables that differ between the databases, for migrations.

import type { ColumnDataType, OnModifyForeignAction } from 'kysely'
import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  MysqlAdapter,
  PostgresAdapter,
  sql,
} from 'kysely'

type TypeName = ColumnDataType | ReturnType<typeof sql>

export interface PortableColumns {
  /** Text without an index, at least 16 MB long. */
  text: TypeName
  boolean: TypeName
  booleanDefault: (value: boolean) => boolean | number
  /** Begins a table: InnoDB with byte-wise comparison on MySQL. */
  createTable: (name: string) => CreateTableBuilder<string>
  /** Begins a table with an `id` that the database counts up and never gives twice. */
  createTableWithId: (name: string) => CreateTableBuilder<string, 'id'>
}

export function portableColumns(db: Kysely<unknown>): PortableColumns {
  const { adapter } = db.getExecutor()
  const isPostgres = adapter instanceof PostgresAdapter
  const isMysql = adapter instanceof MysqlAdapter
  const createTable = (name: string): CreateTableBuilder<string> => {
    const table = db.schema.createTable(name)
    return isMysql
      ? table.modifyEnd(sql`engine = InnoDB default charset = utf8mb4 collate = utf8mb4_bin`)
      : table
  }
  const counted = (id: ColumnDefinitionBuilder) =>
    isPostgres ? id.generatedByDefaultAsIdentity().primaryKey() : id.autoIncrement().primaryKey()
  return {
    text: isMysql ? sql`mediumtext` : 'text',
    boolean: isPostgres ? 'boolean' : 'smallint',
    booleanDefault: value => (isPostgres ? value : Number(value)),
    createTable,
    createTableWithId: name => createTable(name).addColumn('id', 'integer', counted),
  }
}

/**
 * A reference as a constraint of the table: MySQL ignores the one written at a column. `restrict` refuses to delete
 * what is still referred to.
 */
export function references<Columns extends string>(
  table: CreateTableBuilder<string, Columns>,
  name: string,
  column: Columns,
  target: string,
  onDelete: OnModifyForeignAction,
): CreateTableBuilder<string, Columns> {
  return table.addForeignKeyConstraint(name, [column], target, ['id'], key => key.onDelete(onDelete))
}

/** A column of a table that is there already: empty, and emptied again when what it refers to is deleted. */
export async function addReferenceColumn(
  db: Kysely<unknown>,
  { table, column, target }: { table: string; column: string; target: string },
): Promise<void> {
  const alter = db.schema.alterTable(table)
  // SQLite adds no constraint later, and MySQL ignores the one written at a column.
  if (!(db.getExecutor().adapter instanceof MysqlAdapter)) {
    await alter
      .addColumn(column, 'integer', added => added.references(`${target}.id`).onDelete('set null'))
      .execute()
    return
  }
  await alter.addColumn(column, 'integer').execute()
  await alter
    .addForeignKeyConstraint(`${table}_${column}`, [column], target, ['id'])
    .onDelete('set null')
    .execute()
}
