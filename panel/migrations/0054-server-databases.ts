// Databases of game servers. By uuid: they stay while a game server is in the trash, where it has no row.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  const databases = createTableWithId('server_databases')
    .addColumn('server_uuid', 'varchar(36)', column => column.notNull())
    .addColumn('host_id', 'integer', column => column.notNull())
    .addColumn('label', 'varchar(191)', column => column.notNull())
    .addColumn('name', 'varchar(32)', column => column.notNull())
    .addColumn('password', text, column => column.notNull())
    .addColumn('next_password', text)
    .addColumn('state', 'varchar(16)', column => column.notNull())
    .addColumn('touched_at', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('server_databases_name_unique', ['host_id', 'name'])
  await references(databases, 'server_databases_host', 'host_id', 'database_hosts', 'restrict').execute()
  await db.schema
    .createIndex('server_databases_by_server')
    .on('server_databases')
    .column('server_uuid')
    .execute()
}
