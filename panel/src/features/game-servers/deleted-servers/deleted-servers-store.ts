// Deleted game servers in the database: put there whole in the transaction that deletes them, and taken out again whole.

import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Insertable, Kysely, Transaction } from 'kysely'
import * as z from 'zod'
import { inTransaction, toBoolean } from '../../../platform/database/portable.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { SecretBox } from '../../../platform/secret-box.ts'
import { recountUsage } from '../../plans/plans.ts'

/** As a database writes it: a number where it has no booleans. */
const stored = z.union([z.boolean(), z.number()]).transform(toBoolean)
const text = z.string().nullable().default(null)
const number = z.number().nullable().default(null)

const storedServer = z.object({
  id: z.int(),
  uuid: z.uuid(),
  name: z.string(),
  description: text,
  search_key: text,
  node_id: z.int(),
  template_id: z.int(),
  ip: z.string(),
  port: z.int(),
  query_port: number,
  rcon_port: number,
  rcon_password: text,
  tags: z.string(),
  variables: z.string(),
  memory_limit_bytes: number,
  cpu_limit_percent: number,
  disk_limit_bytes: number,
  process_manager: z.string(),
  autostart: stored,
  update_before_start: stored,
  crash_policy: z.string(),
  image: text,
  held_template: text,
  external_id: text,
  suspended_at: number,
  suspended_by: text,
  suspension_reason: text,
  revision: z.int(),
  placement_epoch: z.int(),
  installed_at: number,
  created_at: z.int(),
})

const storedSchedule = z.object({
  id: z.int(),
  name: z.string(),
  enabled: stored,
  definition: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
})

const storedEntry = z.object({ permission: z.string(), effect: z.enum(['allow', 'deny']) })

const deletedServerRecord = z.object({
  server: storedServer,
  schedules: z.array(storedSchedule),
  user_entries: z.array(storedEntry.extend({ user_id: z.int() })),
  role_entries: z.array(storedEntry.extend({ role_id: z.int() })),
})
export type DeletedServerRecord = z.output<typeof deletedServerRecord>

const objectType = 'server'

export type DeletedServersStore = ReturnType<typeof createDeletedServersStore>

export function createDeletedServersStore(db: Kysely<Schema>, box: SecretBox) {
  async function entriesOn(transaction: Transaction<Schema>, id: number) {
    const ofUsers = transaction.selectFrom('user_permissions').select(['permission', 'effect', 'user_id'])
    const ofRoles = transaction.selectFrom('role_permissions').select(['permission', 'effect', 'role_id'])
    return {
      user_entries: await ofUsers
        .where('object_type', '=', objectType)
        .where('object_id', '=', id)
        .orderBy('id')
        .execute(),
      role_entries: await ofRoles
        .where('object_type', '=', objectType)
        .where('object_id', '=', id)
        .orderBy('id')
        .execute(),
    }
  }

  return {
    /** Before its rows go. */
    async put(
      transaction: Transaction<Schema>,
      id: number,
      by: { userId: number | null; nowMs: number },
    ): Promise<void> {
      const found = transaction.selectFrom('game_servers').selectAll().where('id', '=', id)
      const server = await found.executeTakeFirst()
      if (!server) return
      const schedules = await transaction
        .selectFrom('schedules')
        .selectAll()
        .where('server_id', '=', id)
        .orderBy('id')
        .execute()
      const record = { server, schedules, ...(await entriesOn(transaction, id)) }
      const { uuid, name, node_id, template_id, port } = server
      await transaction.deleteFrom('deleted_game_servers').where('uuid', '=', uuid).execute()
      await transaction
        .insertInto('deleted_game_servers')
        .values({
          ...{ uuid, name, node_id, template_id, port },
          record: box.seal(JSON.stringify(record)),
          owner_id: server.owner_id,
          memory_limit_bytes: server.memory_limit_bytes,
          cpu_limit_percent: server.cpu_limit_percent,
          disk_limit_bytes: server.disk_limit_bytes,
          deleted_by: by.userId,
          deleted_at: by.nowMs,
        })
        .execute()
    },

    /** Newest first. */
    list(which: 'all' | { ownedBy: number }) {
      const listed = db
        .selectFrom('deleted_game_servers')
        .innerJoin('nodes', 'nodes.id', 'deleted_game_servers.node_id')
        .leftJoin('templates', 'templates.id', 'deleted_game_servers.template_id')
        .leftJoin('users', 'users.id', 'deleted_game_servers.deleted_by')
        .leftJoin('users as owners', 'owners.id', 'deleted_game_servers.owner_id')
        .select([
          'deleted_game_servers.uuid',
          'deleted_game_servers.name',
          'deleted_game_servers.port',
          'deleted_game_servers.deleted_at',
          'nodes.id as node_id',
          'nodes.name as node_name',
          'templates.slug',
          'templates.name as template_name',
          'templates.game',
          'users.id as user_id',
          'users.login',
          'owners.id as owner_id',
          'owners.login as owner_login',
          'owners.name as owner_name',
        ])
        .orderBy('deleted_game_servers.deleted_at', 'desc')
        .orderBy('deleted_game_servers.id', 'desc')
      return (which === 'all' ? listed : listed.where('owners.id', '=', which.ownedBy)).execute()
    },

    /** Null: there is none. `record` is null when it cannot be read, because another key has sealed it. */
    async find(uuid: string): Promise<{
      nodeId: number
      name: string
      /** Null as well when that person is gone. */
      ownerId: number | null
      record: DeletedServerRecord | null
    } | null> {
      const query = db.selectFrom('deleted_game_servers').select(['node_id', 'name', 'owner_id', 'record'])
      const row = await query.where('uuid', '=', uuid).executeTakeFirst()
      if (!row) return null
      const opened = box.open(row.record)
      const record =
        opened === null ? null : parseJson(deletedServerRecord, opened, `the deleted game server ${row.name}`)
      return { nodeId: row.node_id, name: row.name, ownerId: row.owner_id, record }
    },

    async deletedBefore(timeMs: number): Promise<{ uuid: string; name: string; nodeId: number }[]> {
      const query = db.selectFrom('deleted_game_servers').select(['uuid', 'name', 'node_id as nodeId'])
      return query.where('deleted_at', '<', timeMs).orderBy('id').limit(100).execute()
    },

    /** False: somebody else has taken it out. */
    async takeOut(transaction: Transaction<Schema>, uuid: string): Promise<boolean> {
      const removed = await transaction
        .deleteFrom('deleted_game_servers')
        .where('uuid', '=', uuid)
        .executeTakeFirst()
      return removed.numDeletedRows === 1n
    },

    /** What belongs to a game server whose own row is there again; people and roles that are gone stay gone. */
    async putBack(transaction: Transaction<Schema>, record: DeletedServerRecord): Promise<void> {
      const { id } = record.server
      for (const schedule of record.schedules) {
        await transaction
          .insertInto('schedules')
          .values({ ...schedule, server_id: id })
          .execute()
      }
      const on = { object_type: objectType, object_id: id }
      const users = await present(
        transaction,
        'users',
        record.user_entries.map(({ user_id }) => user_id),
      )
      for (const entry of record.user_entries.filter(({ user_id }) => users.has(user_id))) {
        await transaction
          .insertInto('user_permissions')
          .values({ ...entry, ...on })
          .execute()
      }
      const roles = await present(
        transaction,
        'roles',
        record.role_entries.map(({ role_id }) => role_id),
      )
      for (const entry of record.role_entries.filter(({ role_id }) => roles.has(role_id))) {
        await transaction
          .insertInto('role_permissions')
          .values({ ...entry, ...on })
          .execute()
      }
    },

    /** Its files are to be deleted: the node hears of it also when it reports them later. */
    async markPurged(uuid: string): Promise<void> {
      await inTransaction(db, async transaction => {
        const known = transaction
          .selectFrom('deleted_game_servers')
          .select('owner_id')
          .where('uuid', '=', uuid)
        const owner = await known.executeTakeFirst()
        const removed = transaction.updateTable('removed_game_servers').set({ files: 'delete' })
        await removed.where('uuid', '=', uuid).execute()
        await transaction.deleteFrom('deleted_game_servers').where('uuid', '=', uuid).execute()
        await recountUsage(transaction, [owner?.owner_id])
      })
    },
  }
}

async function present(
  transaction: Transaction<Schema>,
  table: 'users' | 'roles',
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await transaction
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The row as it comes back: given to its node anew, and as the node will report it. */
export function restoredRow(
  { server }: DeletedServerRecord,
  ownerId: number | null,
  ports: Partial<Pick<DeletedServerRecord['server'], 'port' | 'query_port' | 'rcon_port'>>,
  nowMs: number,
): Insertable<Schema['game_servers']> {
  return {
    ...server,
    ...ports,
    owner_id: ownerId,
    state: server.installed_at === null ? 'not_installed' : 'stopped',
    state_changed_at: nowMs,
    revision: server.revision + 1,
    placement_epoch: server.placement_epoch + 1,
    updated_at: nowMs,
  }
}
