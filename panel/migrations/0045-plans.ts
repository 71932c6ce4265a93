// Plans, who has which, and for each person one row that says how much their game servers take.

import { type Kysely, sql } from 'kysely'
import { addReferenceColumn, portableColumns, references } from '../src/platform/database/portable-columns.ts'

export const oldestSchema = '0016-certificate-age'

export async function up(db: Kysely<unknown>): Promise<void> {
  const { createTable, createTableWithId, boolean, text } = portableColumns(db)
  await createTableWithId('plans')
    .addColumn('name', 'varchar(191)', column => column.notNull().unique())
    .addColumn('limits', text, column => column.notNull())
    .addColumn('template_ids', text)
    .addColumn('node_ids', text)
    .addColumn('counted_only', boolean, column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute()
  await addReferenceColumn(db, { table: 'users', column: 'plan_id', target: 'plans' })
  await db.schema.createIndex('users_by_plan').on('users').column('plan_id').execute()
  await addReferenceColumn(db, { table: 'roles', column: 'plan_id', target: 'plans' })

  for (const column of ['memory_limit_bytes', 'cpu_limit_percent', 'disk_limit_bytes']) {
    await db.schema.alterTable('deleted_game_servers').addColumn(column, 'bigint').execute()
  }

  const usage = createTable('plan_usage')
    .addColumn('user_id', 'integer', column => column.primaryKey())
    .addColumn('changes', 'integer', column => column.notNull())
    .addColumn('servers', 'bigint', column => column.notNull())
    .addColumn('memory_bytes', 'bigint', column => column.notNull())
    .addColumn('cpu_percent', 'bigint', column => column.notNull())
    .addColumn('disk_bytes', 'bigint', column => column.notNull())
    .addColumn('ports', 'bigint', column => column.notNull())
  await references(usage, 'plan_usage_user', 'user_id', 'users', 'cascade').execute()
  await countWhatIsThere(db)
}

/** A deleted game server from before has limits that only its sealed record knows: it counts as a server alone. */
async function countWhatIsThere(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into plan_usage (user_id, changes, servers, memory_bytes, cpu_percent, disk_bytes, ports)
    select owner_id, 0, count(*), sum(memory_bytes), sum(cpu_percent), sum(disk_bytes), sum(ports)
    from (
      select owner_id,
        coalesce(memory_limit_bytes, 0) as memory_bytes,
        coalesce(cpu_limit_percent, 0) as cpu_percent,
        coalesce(disk_limit_bytes, 0) as disk_bytes,
        1 + case when query_port is null or query_port = port then 0 else 1 end
          + case when rcon_port is null or rcon_port = port or rcon_port = coalesce(query_port, 0) then 0 else 1 end
          as ports
      from game_servers where owner_id is not null
      union all
      select owner_id, 0, 0, 0, 0 from deleted_game_servers where owner_id is not null
    ) as owned
    group by owner_id`.execute(db)
}
