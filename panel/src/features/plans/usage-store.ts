// How much the game servers of each person take: one row, counted anew by whoever changes one of them, in the same
// transaction and alone with it.

import type { PlanAmounts } from '@rookery/contracts/plan-items.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { upsert } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type CountedServer, noAmounts } from './plan-rules.ts'

export const countedItems = ['servers', 'memory_bytes', 'cpu_percent', 'disk_bytes', 'ports'] as const
export type CountedAmounts = Pick<PlanAmounts, (typeof countedItems)[number]>

export const noneCounted: CountedAmounts = {
  servers: 0,
  memory_bytes: 0,
  cpu_percent: 0,
  disk_bytes: 0,
  ports: 0,
}

/** After the change. People who are named twice, or not at all, are no trouble. */
export async function recountUsage(
  transaction: Transaction<Schema>,
  owners: readonly (number | null | undefined)[],
): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  const ids = [...new Set(owners)].filter(id => id !== null && id !== undefined).toSorted((a, b) => a - b)
  for (const userId of ids) {
    await lockUsage(transaction, userId)
    const counted = await countServers(transaction, userId)
    await transaction.updateTable('plan_usage').set(counted).where('user_id', '=', userId).execute()
  }
}

/** As well, of the owner that a game server has now: whoever has changed its row has it to itself. */
export async function recountUsageOfOwner(
  transaction: Transaction<Schema>,
  gameServerId: number,
): Promise<void> {
  const query = transaction.selectFrom('game_servers').select('owner_id').where('id', '=', gameServerId)
  await recountUsage(transaction, [(await query.executeTakeFirst())?.owner_id])
}

/** Whoever holds it sees all that was counted before, and nobody counts anything until the transaction ends. */
export async function lockUsage(transaction: Transaction<Schema>, userId: number): Promise<void> {
  const next = sql<number>`plan_usage.changes + 1`
  const row = { user_id: userId, changes: 1, ...noneCounted }
  await upsert(transaction, 'plan_usage', row, ['user_id'], { changes: next })
}

export async function readUsage(db: Kysely<Schema>, userId: number): Promise<PlanAmounts> {
  const row = await db.selectFrom('plan_usage').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const { servers, memory_bytes, cpu_percent, disk_bytes, ports } = row ?? noneCounted
  return { ...noAmounts, servers, memory_bytes, cpu_percent, disk_bytes, ports }
}

/** Null: there is no such game server. */
export async function readCounted(db: Kysely<Schema>, gameServerId: number): Promise<CountedServer | null> {
  const row = await db
    .selectFrom('game_servers')
    .select([
      'memory_limit_bytes as memoryLimitBytes',
      'cpu_limit_percent as cpuLimitPercent',
      'disk_limit_bytes as diskLimitBytes',
      'port',
      'query_port as queryPort',
      'rcon_port as rconPort',
    ])
    .where('id', '=', gameServerId)
    .executeTakeFirst()
  return row ?? null
}

/** The ports of a deleted game server are free; the rest is taken until its files are deleted. */
async function countServers(db: Kysely<Schema>, userId: number): Promise<CountedAmounts> {
  const sums = [
    sql<number>`count(*)`.as('servers'),
    sql<number>`coalesce(sum(memory_limit_bytes), 0)`.as('memory_bytes'),
    sql<number>`coalesce(sum(cpu_limit_percent), 0)`.as('cpu_percent'),
    sql<number>`coalesce(sum(disk_limit_bytes), 0)`.as('disk_bytes'),
  ] as const
  const ports = sql<number>`coalesce(sum(1
    + case when query_port is null or query_port = port then 0 else 1 end
    + case when rcon_port is null or rcon_port = port or rcon_port = coalesce(query_port, 0) then 0 else 1 end
  ), 0)`.as('ports')
  const present = await db
    .selectFrom('game_servers')
    .select([...sums, ports])
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  const deleted = await db
    .selectFrom('deleted_game_servers')
    .select(sums)
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    servers: Number(present.servers) + Number(deleted.servers),
    memory_bytes: Number(present.memory_bytes) + Number(deleted.memory_bytes),
    cpu_percent: Number(present.cpu_percent) + Number(deleted.cpu_percent),
    disk_bytes: Number(present.disk_bytes) + Number(deleted.disk_bytes),
    ports: Number(present.ports),
  }
}
