// Database servers on which the panel creates databases for game servers.

import type { Kysely } from 'kysely'
import { portableColumns } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  await createTableWithId('database_hosts')
    .addColumn('name', 'varchar(191)', column => column.notNull())
    .addColumn('kind', 'varchar(16)', column => column.notNull())
    .addColumn('address', 'varchar(255)', column => column.notNull())
    .addColumn('port', 'integer', column => column.notNull())
    .addColumn('login', 'varchar(63)', column => column.notNull())
    .addColumn('password', text, column => column.notNull())
    .addColumn('tls', 'varchar(16)', column => column.notNull())
    .addColumn('authorities', text, column => column.notNull())
    .addColumn('address_for_games', 'varchar(255)')
    .addColumn('port_for_games', 'integer')
    .addColumn('max_databases', 'integer')
    .addColumn('node_ids', text)
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('database_hosts_name_unique', ['name'])
    .execute()
}
