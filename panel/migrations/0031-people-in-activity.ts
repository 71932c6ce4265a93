// Activity of people: lines that belong to no game server, with whom and what they are about.

import { type Kysely, MysqlAdapter, PostgresAdapter, sql } from 'kysely'
import { portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { adapter } = db.getExecutor()
  if (adapter instanceof PostgresAdapter) {
    await db.schema
      .alterTable('activity')
      .alterColumn('server_id', column => column.dropNotNull())
      .execute()
  } else if (adapter instanceof MysqlAdapter) {
    await db.schema.alterTable('activity').modifyColumn('server_id', 'integer').execute()
  } else await rebuildInSqlite(db)
  for (const [name, type] of added) {
    await db.schema.alterTable('activity').addColumn(name, type).execute()
  }
  await db.schema
    .createIndex('activity_by_subject')
    .on('activity')
    .columns(['subject_type', 'subject_id', 'happened_at'])
    .execute()
  await db.schema.createIndex('activity_on_server').on('activity').column('on_server_id').execute()
  const byKey = db.schema.createIndex('activity_record_key_unique').on('activity')
  await byKey.column('record_key').unique().execute()
}

const added = [
  ['actor_login', 'varchar(191)'],
  ['subject_type', 'varchar(16)'],
  ['subject_id', 'integer'],
  ['on_server_id', 'integer'],
  ['record_key', 'varchar(96)'],
] as const

/** SQLite cannot let a column be empty that must not be: the table is made anew, as it was made first but for that. */
async function rebuildInSqlite(db: Kysely<unknown>): Promise<void> {
  const { createTableWithId, text } = portableColumns(db)
  const table = createTableWithId('activity_rebuilt')
    .addColumn('server_id', 'integer')
    .addColumn('user_id', 'integer')
    .addColumn('kind', 'varchar(16)', column => column.notNull())
    .addColumn('fact', 'varchar(96)', column => column.notNull())
    .addColumn('details', text, column => column.notNull())
    .addColumn('happened_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('activity_fact_unique', ['server_id', 'fact'])
  const ofGameServer = references(table, 'activity_game_server', 'server_id', 'game_servers', 'cascade')
  await references(ofGameServer, 'activity_user', 'user_id', 'users', 'set null').execute()
  await sql`insert into activity_rebuilt (id, server_id, user_id, kind, fact, details, happened_at)
    select id, server_id, user_id, kind, fact, details, happened_at from activity`.execute(db)
  // No id is given twice, also when the newest lines are gone.
  await sql`insert into sqlite_sequence (name, seq) select 'activity_rebuilt', 0
    where not exists (select 1 from sqlite_sequence where name = 'activity_rebuilt')`.execute(db)
  await sql`update sqlite_sequence set seq = (select max(seq) from sqlite_sequence where name like 'activity%')
    where name = 'activity_rebuilt'`.execute(db)
  await db.schema.dropTable('activity').execute()
  await sql`alter table activity_rebuilt rename to activity`.execute(db)
  const index = (name: string) => db.schema.createIndex(name).on('activity')
  await index('activity_by_game_server').columns(['server_id', 'happened_at']).execute()
  await index('activity_by_time').column('happened_at').execute()
  await index('activity_by_user').column('user_id').execute()
}
