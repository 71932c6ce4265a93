// Nodes, templates and the game servers made from them.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0001-people'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createNodes(db)
  await createTemplates(db)
  await createGameServers(db)
}

async function createNodes(db: Kysely<unknown>): Promise<void> {
  const { boolean, booleanDefault, createTableWithId, text } = portableColumns(db)
  await createTableWithId('nodes')
    .addColumn('name', 'varchar(255)', column => column.notNull())
    .addColumn('enabled', boolean, column => column.notNull().defaultTo(booleanDefault(true)))
    .addColumn('key_hash', 'varchar(64)')
    .addColumn('connection_password', text)
    .addColumn('certificate_serial', 'varchar(64)')
    .addColumn('next_certificate_serial', 'varchar(64)')
    .addColumn('enrollment_key_hash', 'varchar(64)')
    .addColumn('enrollment_expires_at', 'bigint')
    .addColumn('ips', text, column => column.notNull())
    .addColumn('work_path', text)
    .addColumn('version', 'varchar(64)')
    .addColumn('os', 'varchar(64)')
    .addColumn('arch', 'varchar(32)')
    .addColumn('runtimes', text, column => column.notNull())
    .addColumn('limits', text, column => column.notNull())
    .addColumn('instance_id', 'varchar(64)')
    .addColumn('last_seen_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('nodes_enrollment_key_unique', ['enrollment_key_hash'])
    .execute()
  await db.schema.createIndex('nodes_by_certificate').on('nodes').column('certificate_serial').execute()
}

async function createTemplates(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  await createTableWithId('templates')
    .addColumn('slug', 'varchar(191)', column => column.notNull())
    .addColumn('name', 'varchar(255)', column => column.notNull())
    .addColumn('game', 'varchar(191)', column => column.notNull())
    .addColumn('definition', text, column => column.notNull())
    .addColumn('source', 'varchar(16)', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('templates_slug_unique', ['slug'])
    .execute()
  await db.schema.createIndex('templates_by_game').on('templates').column('game').execute()
}

async function createGameServers(db: Kysely<unknown>): Promise<void> {
  const { boolean, createTableWithId, text } = portableColumns(db)
  const gameServers = createTableWithId('game_servers')
    .addColumn('uuid', 'varchar(36)', column => column.notNull())
    .addColumn('name', 'varchar(255)', column => column.notNull())
    .addColumn('node_id', 'integer', column => column.notNull())
    .addColumn('template_id', 'integer', column => column.notNull())
    .addColumn('state', 'varchar(32)', column => column.notNull())
    .addColumn('state_reason', text)
    .addColumn('state_changed_at', 'bigint', column => column.notNull())
    .addColumn('ip', 'varchar(64)', column => column.notNull())
    .addColumn('port', 'integer', column => column.notNull())
    .addColumn('query_port', 'integer')
    .addColumn('rcon_port', 'integer')
    .addColumn('rcon_password', text)
    .addColumn('tags', text, column => column.notNull())
    .addColumn('variables', text, column => column.notNull())
    .addColumn('memory_limit_bytes', 'bigint')
    .addColumn('cpu_limit_percent', 'integer')
    .addColumn('process_manager', 'varchar(64)', column => column.notNull())
    .addColumn('autostart', boolean, column => column.notNull())
    .addColumn('update_before_start', boolean, column => column.notNull())
    .addColumn('crash_policy', text, column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
    .addColumn('installed_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('game_servers_uuid_unique', ['uuid'])
  const onNode = references(gameServers, 'game_servers_node', 'node_id', 'nodes', 'restrict')
  await references(onNode, 'game_servers_template', 'template_id', 'templates', 'restrict').execute()
  await db.schema
    .createIndex('game_servers_by_port')
    .on('game_servers')
    .columns(['node_id', 'port'])
    .execute()
  await db.schema.createIndex('game_servers_by_template').on('game_servers').column('template_id').execute()
  await db.schema.createIndex('game_servers_by_state').on('game_servers').column('state').execute()
}
