// Events that programs are told of, webhooks, and what is delivered to them.

import type { Kysely } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { boolean, createTable, createTableWithId, text } = portableColumns(db)

  // No references to what an event is about: it is told also when that is gone.
  await createTableWithId('events')
    .addColumn('event_id', 'varchar(36)', column => column.notNull())
    .addColumn('seq', 'bigint')
    .addColumn('kind', 'varchar(64)', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('fact', 'varchar(160)', column => column.notNull())
    .addColumn('server_id', 'integer')
    .addColumn('node_id', 'integer')
    .addColumn('user_id', 'integer')
    .addColumn('data', text, column => column.notNull())
    .addColumn('happened_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('events_seq_unique', ['seq'])
    .addUniqueConstraint('events_fact_unique', ['fact'])
    .execute()
  await db.schema.createIndex('events_by_time').on('events').column('happened_at').execute()

  // One row, which whoever numbers events holds.
  await createTable('event_numbers')
    .addColumn('name', 'varchar(16)', column => column.primaryKey())
    .addColumn('last_seq', 'bigint', column => column.notNull())
    .addColumn('forgotten_seq', 'bigint', column => column.notNull())
    .execute()

  await createTable('event_conditions')
    .addColumn('subject', 'varchar(96)', column => column.primaryKey())
    .addColumn('state', 'varchar(32)', column => column.notNull())
    .addColumn('changed_at', 'bigint', column => column.notNull())
    .execute()

  await createTableWithId('webhooks')
    .addColumn('name', 'varchar(191)', column => column.notNull())
    .addColumn('url', text, column => column.notNull())
    .addColumn('secret', text, column => column.notNull())
    .addColumn('format', 'varchar(16)', column => column.notNull())
    .addColumn('kinds', text, column => column.notNull())
    .addColumn('server_ids', text)
    .addColumn('enabled', boolean, column => column.notNull())
    .addColumn('disabled_reason', 'varchar(16)')
    .addColumn('failing_since', 'bigint')
    .addColumn('last_delivered_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('webhooks_name_unique', ['name'])
    .execute()

  const deliveries = createTableWithId('webhook_deliveries')
    .addColumn('delivery_id', 'varchar(36)', column => column.notNull())
    .addColumn('webhook_id', 'integer', column => column.notNull())
    .addColumn('event_row', 'integer', column => column.notNull())
    .addColumn('state', 'varchar(16)', column => column.notNull())
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('next_at', 'bigint', column => column.notNull())
    .addColumn('lease', 'varchar(36)')
    .addColumn('leased_until', 'bigint', column => column.notNull())
    .addColumn('last_at', 'bigint')
    .addColumn('status', 'integer')
    .addColumn('took_ms', 'integer')
    .addColumn('problem', text, column => column.notNull())
    .addColumn('answer', text, column => column.notNull())
    .addColumn('replay_of', 'integer')
    .addColumn('created_at', 'bigint', column => column.notNull())
  const ofWebhook = references(deliveries, 'webhook_deliveries_hook', 'webhook_id', 'webhooks', 'cascade')
  await references(ofWebhook, 'webhook_deliveries_event', 'event_row', 'events', 'cascade').execute()
  await db.schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['state', 'next_at'])
    .execute()
  await db.schema
    .createIndex('webhook_deliveries_of_hook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'state', 'next_at'])
    .execute()
  // So that forgetting an event need not read through all of them.
  await db.schema
    .createIndex('webhook_deliveries_by_event')
    .on('webhook_deliveries')
    .column('event_row')
    .execute()
}
