// A panel with many people, entries and game servers, made by the database itself.

import { type RawBuilder, sql } from 'kysely'
import { insertReturningId } from '../../panel/src/platform/database/portable.ts'
import type { TestPanel } from '../../panel/test/start-test-panel.ts'
import { addGameServer } from '../../panel/test/tokens/people.ts'

/** People and what they hold: all but two of a user's entries come in pairs about one game server. */
interface Crowd {
  users: number
  entries: number
  gameServers: number
}

export const sizes = { users: 100_000, entries: 1_000_000, gameServers: 1_000, visible: 50 }

/** The numbers from `first` to `last` as a table `counted(n)`. */
const counting = (first: number, last: number): RawBuilder<unknown> =>
  sql`with recursive counted(n) as (select ${first} union all select n + 1 from counted where n < ${last})`

export async function addGameServers(panel: TestPanel, total: number): Promise<void> {
  const { db } = panel
  const { rows } = await sql<{ n: number }>`select count(*) as n from game_servers`.execute(db)
  const present = rows[0]?.n ?? 0
  if (present === 0) await addGameServer(panel, 'Server 1')
  const columns = sql.raw(
    `name, node_id, template_id, state, state_changed_at, ip, port, tags, variables, process_manager, autostart,
     update_before_start, crash_policy, created_at, updated_at`,
  )
  await sql`insert into game_servers (uuid, ${columns})
    ${counting(Math.max(present, 1) + 1, total)}
    select 'uuid-' || n, 'Server ' || n, node_id, template_id, state, state_changed_at, ip, 20000 + n, tags, variables,
      process_manager, autostart, update_before_start, crash_policy, created_at, updated_at
    from counted, game_servers where game_servers.id = 1`.execute(db)
}

/** The game servers that are there, so many of them on each node in the order of their ids; nodes are numbered from 1. */
export async function spreadOverNodes({ db }: TestPanel, perNode: number): Promise<void> {
  await sql`insert into nodes (id, name, ips, runtimes, limits, created_at, updated_at)
    with recursive counted(n) as (select 2 union all select n + 1 from counted
      where n < (select (count(*) + ${perNode} - 1) / ${perNode} from game_servers))
    select n, 'node ' || n, '[]', '[]', '{}', 1, 1 from counted`.execute(db)
  // Node binds numbers as fractions, by which nothing is divided whole.
  await sql`update game_servers set node_id = 1 + cast((id - 1) / ${perNode} as integer)`.execute(db)
}

/** Ids from 1,000 upwards, beside whoever is there already; everybody holds the role `user`. */
export const firstUserId = 1_000

export async function addUsers({ db }: TestPanel, crowd: Crowd = sizes): Promise<void> {
  const lastUserId = firstUserId + crowd.users - 1
  const pairsPerUser = (crowd.entries / crowd.users - 2) / 2
  await sql`insert into users (id, login, login_key, name, password_hash, metadata, created_at, updated_at)
    ${counting(firstUserId, lastUserId)}
    select n, 'user-' || n, 'user-' || n, 'User ' || n, '-', '{}', 1, 1 from counted`.execute(db)
  await sql`insert into user_roles (user_id, role_id)
    ${counting(firstUserId, lastUserId)}
    select n, roles.id from counted, roles where roles.name = 'user'`.execute(db)
  const spread = sql.raw(`1 + (users.id * 7 + pair.n * 131) % ${crowd.gameServers}`)
  for (const permission of ['game-server-common', 'game-server-start']) {
    await sql`insert into user_permissions (user_id, permission, effect, object_type, object_id)
      with recursive pair(n) as (select 1 union all select n + 1 from pair where n < ${pairsPerUser})
      select users.id, ${permission}, 'allow', 'server', ${spread} from users, pair
      where users.id >= ${firstUserId}`.execute(db)
  }
  for (const [permission, objectType] of [
    ['game-server-metrics', ''],
    ['game-server-metrics', 'server'],
  ]) {
    await sql`insert into user_permissions (user_id, permission, effect, object_type, object_id)
      select id, ${permission}, 'allow', ${objectType}, 0 from users where id >= ${firstUserId}`.execute(db)
  }
}

/** The last of the game servers belong to this person, each other one to somebody of its own; everybody has a plan. */
export async function giveOwnersAndPlans({ db }: TestPanel, ownerId: number, owned: number): Promise<void> {
  const limits = JSON.stringify({ servers: 100, memory_bytes: 2 ** 40 })
  const plan = {
    name: 'Measured',
    limits,
    template_ids: null,
    node_ids: null,
    counted_only: false,
    created_at: 1,
  }
  const planId = await insertReturningId(db, 'plans', plan)
  await sql`update game_servers set owner_id = ${firstUserId} + id`.execute(db)
  await sql`update game_servers set owner_id = ${ownerId}
    where id in (select id from game_servers order by id desc limit ${owned})`.execute(db)
  await sql`update users set plan_id = ${planId}`.execute(db)
  await sql`insert into plan_usage (user_id, changes, servers, memory_bytes, cpu_percent, disk_bytes, ports)
    select owner_id, 1, count(*), 0, 0, 0, count(*) from game_servers group by owner_id`.execute(db)
}

/** One for each of these users. */
export async function addTokens({ db }: TestPanel): Promise<void> {
  await sql`insert into personal_access_tokens
      (user_id, name, abilities, secret_hash, password_version, created_at)
    select id, 'a script', '["server:list"]', 'hash-' || id, password_version, 1
    from users where id >= ${firstUserId}`.execute(db)
}

/** Lets somebody see the first of the game servers and start them. */
export async function allowFirst({ db }: TestPanel, userId: number, count: number): Promise<void> {
  for (const permission of ['game-server-common', 'game-server-start']) {
    await sql`insert into user_permissions (user_id, permission, effect, object_type, object_id)
      select ${userId}, ${permission}, 'allow', 'server', id from game_servers where id <= ${count}
      on conflict do nothing`.execute(db)
  }
}

export async function countRows({ db }: TestPanel, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.id(table)}`.execute(db)
  return rows[0]?.n ?? 0
}
