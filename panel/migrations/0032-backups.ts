// Backup storages, the repository of each game server in them, an index of the backups, and what game servers choose.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, createTableWithId, text, boolean, booleanDefault } = portableColumns(db)
  await createTableWithId('backup_storages')
    .addColumn('name', 'varchar(191)', column => column.notNull())
    .addColumn('place', text, column => column.notNull())
    .addColumn('secret', text, column => column.notNull())
    .addColumn('recovery_key', text, column => column.notNull())
    .addColumn('node_ids', text)
    .addColumn('retention', text, column => column.notNull())
    .addColumn('limits', text, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('backup_storages_name_unique', ['name'])
    .execute()

  // By uuid: what is stored outlives the game server, and is found again when the same one is taken up.
  const repositories = createTableWithId('backup_repositories')
    .addColumn('server_uuid', 'varchar(36)', column => column.notNull())
    .addColumn('storage_id', 'integer', column => column.notNull())
    .addColumn('password', text, column => column.notNull())
    .addColumn('sequence', 'bigint', column => column.notNull().defaultTo(0))
    .addColumn('engine', 'varchar(16)')
    .addColumn('stored_bytes', 'bigint')
    .addColumn('last_check', text)
    .addColumn('last_drill', text)
    .addColumn('problem', text)
    .addColumn('reported_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('backup_repositories_unique', ['server_uuid', 'storage_id'])
  await references(
    repositories,
    'backup_repositories_storage',
    'storage_id',
    'backup_storages',
    'cascade',
  ).execute()

  const backups = createTableWithId('backups')
    .addColumn('repository_id', 'integer', column => column.notNull())
    .addColumn('snapshot', 'varchar(128)', column => column.notNull())
    .addColumn('taken_at', 'bigint', column => column.notNull())
    .addColumn('kind', 'varchar(16)', column => column.notNull())
    .addColumn('before_action', 'varchar(16)')
    .addColumn('run_key', 'varchar(64)', column => column.notNull())
    .addColumn('taken_by', 'integer')
    .addColumn('note', text, column => column.notNull())
    .addColumn('locked', boolean, column => column.notNull().defaultTo(booleanDefault(false)))
    .addColumn('files', 'bigint', column => column.notNull())
    .addColumn('bytes', 'bigint', column => column.notNull())
    .addColumn('bytes_added', 'bigint', column => column.notNull())
    .addColumn('consistency', 'varchar(16)', column => column.notNull())
    .addColumn('warnings', text, column => column.notNull())
    .addUniqueConstraint('backups_snapshot_unique', ['repository_id', 'snapshot'])
  const ofRepository = references(
    backups,
    'backups_repository',
    'repository_id',
    'backup_repositories',
    'cascade',
  )
  await references(ofRepository, 'backups_taken_by', 'taken_by', 'users', 'set null').execute()
  await db.schema
    .createIndex('backups_by_time')
    .on('backups')
    .columns(['repository_id', 'taken_at'])
    .execute()
  // So that deleting a user need not read through all of them.
  await db.schema.createIndex('backups_by_user').on('backups').column('taken_by').execute()

  const choices = createTable('backup_choices')
    .addColumn('server_id', 'integer', column => column.primaryKey())
    .addColumn('storages', text, column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
  await references(choices, 'backup_choices_server', 'server_id', 'game_servers', 'cascade').execute()
}
