// Files and SFTP: public keys, the password for SFTP alone, the switch of a node, the disk limit of a game server.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

const defaultSftpPort = 2022

export const oldestSchema = '0005-games'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, booleanDefault, createTableWithId, text } = portableColumns(db)
  await db.schema.alterTable('users').addColumn('sftp_password_hash', 'varchar(64)').execute()
  await db.schema.alterTable('users').addColumn('sftp_password_made_at', 'bigint').execute()
  await db.schema
    .alterTable('nodes')
    .addColumn('sftp_enabled', boolean, column => column.notNull().defaultTo(booleanDefault(false)))
    .execute()
  await db.schema
    .alterTable('nodes')
    .addColumn('sftp_port', 'integer', column => column.notNull().defaultTo(defaultSftpPort))
    .execute()
  await db.schema.alterTable('nodes').addColumn('sftp_state', text).execute()
  await db.schema.alterTable('game_servers').addColumn('disk_limit_bytes', 'bigint').execute()
  const keys = createTableWithId('ssh_keys')
    .addColumn('user_id', 'integer', column => column.notNull())
    .addColumn('name', 'varchar(191)', column => column.notNull())
    .addColumn('public_key', text, column => column.notNull())
    .addColumn('fingerprint', 'varchar(64)', column => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('ssh_keys_fingerprint_unique', ['user_id', 'fingerprint'])
  await references(keys, 'ssh_keys_user', 'user_id', 'users', 'cascade').execute()
}
