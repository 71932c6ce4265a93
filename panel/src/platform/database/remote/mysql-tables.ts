// Which tables a database of MySQL or MariaDB has, read without looking at any other database of the server.

import {
  type DatabaseIntrospector,
  type DatabaseMetadataOptions,
  type Kysely,
  MysqlIntrospector,
  type SchemaMetadata,
  sql,
  type TableMetadata,
} from 'kysely'

interface TableRow {
  name: string
  kind: string
  engine: string | null
}

interface ColumnRow {
  tableName: string
  name: string
  type: string
  isNullable: string
  extra: string
  defaultValue: string | null
}

/**
 * Kysely joins two tables of information_schema and names the database for one of them alone: MariaDB then opens every
 * table of every database for the other, which takes seconds on a server that has many.
 */
export class OwnTables implements DatabaseIntrospector {
  readonly #db: Kysely<unknown>

  constructor(db: Kysely<unknown>) {
    this.#db = db
  }

  getSchemas(): Promise<SchemaMetadata[]> {
    return new MysqlIntrospector(this.#db).getSchemas()
  }

  async getTables(
    { withInternalKyselyTables }: DatabaseMetadataOptions = { withInternalKyselyTables: false },
  ): Promise<TableMetadata[]> {
    const tables = await sql<TableRow>`select table_name as name, table_type as kind, engine as engine
      from information_schema.tables where table_schema = database() order by table_name`.execute(this.#db)
    const columns =
      await sql<ColumnRow>`select table_name as tableName, column_name as name, data_type as type,
      is_nullable as isNullable, extra as extra, column_default as defaultValue
      from information_schema.columns where table_schema = database() order by ordinal_position`.execute(
        this.#db,
      )
    const byTable = Map.groupBy(columns.rows, ({ tableName }) => tableName)
    return tables.rows
      .filter(({ name }) => withInternalKyselyTables || !name.startsWith('kysely_migration'))
      .map(({ name, kind, engine }) => ({
        name,
        isView: kind === 'VIEW',
        isForeign: engine === 'FEDERATED',
        columns: (byTable.get(name) ?? []).map(column => ({
          name: column.name,
          dataType: column.type,
          isNullable: column.isNullable === 'YES',
          isAutoIncrementing: column.extra.includes('auto_increment'),
          hasDefaultValue: column.defaultValue !== null,
        })),
      }))
  }
}
