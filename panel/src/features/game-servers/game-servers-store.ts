// Game servers in the database, joined with the template and the node that a list shows.

import { type CrashPolicy, defaultCrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { NodePort } from '@rookery/contracts/http/nodes.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import type { Kysely } from 'kysely'
import { insertReturningId, toBoolean } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { VisibleGameServers } from '../access/logic/visible-servers.ts'

export interface StoredGameServer {
  id: number
  uuid: string
  name: string
  nodeId: number
  nodeName: string
  template: { id: number; slug: string; name: string; game: string }
  state: RunState
  stateReason: string | null
  stateChangedAtMs: number
  ip: string
  port: number
  queryPort: number | null
  rconPort: number | null
  rconPassword: string
  tags: string[]
  variables: Record<string, string>
  memoryLimitBytes: number | null
  cpuLimitPercent: number | null
  processManager: string
  autostart: boolean
  crashPolicy: CrashPolicy
  revision: number
  installedAtMs: number | null
  createdAtMs: number
}

export interface GameServerFilter {
  visible: VisibleGameServers
  q?: string | undefined
  state?: RunState | undefined
  nodeId?: number | undefined
  sort: string
}

export type NewGameServer = Omit<
  StoredGameServer,
  | 'id'
  | 'nodeName'
  | 'template'
  | 'stateReason'
  | 'stateChangedAtMs'
  | 'crashPolicy'
  | 'revision'
  | 'installedAtMs'
  | 'createdAtMs'
> & { templateId: number }

const sortColumns = {
  name: 'game_servers.name',
  id: 'game_servers.id',
  created_at: 'game_servers.created_at',
} as const

export type GameServersStore = ReturnType<typeof createGameServersStore>

export function createGameServersStore(db: Kysely<Schema>) {
  const joined = () =>
    db
      .selectFrom('game_servers')
      .innerJoin('templates', 'templates.id', 'game_servers.template_id')
      .innerJoin('nodes', 'nodes.id', 'game_servers.node_id')
  type Joined = ReturnType<typeof joined>
  const withColumns = (query: Joined) =>
    query
      .selectAll('game_servers')
      .select([
        'templates.slug',
        'templates.name as template_name',
        'templates.game',
        'nodes.name as node_name',
      ])
  type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

  const narrow = (filter: GameServerFilter): Joined => {
    let query = joined()
    const { visible } = filter
    if (!visible.all) query = query.where('game_servers.id', 'in', [0, ...visible.only])
    else if (visible.except.length > 0) query = query.where('game_servers.id', 'not in', visible.except)
    if (filter.state) query = query.where('game_servers.state', '=', filter.state)
    if (filter.nodeId) query = query.where('game_servers.node_id', '=', filter.nodeId)
    if (filter.q) {
      const pattern = `%${filter.q.toLowerCase().replaceAll(/[\\%_]/g, '')}%`
      query = query.where(where => where(where.fn<string>('lower', ['game_servers.name']), 'like', pattern))
    }
    return query
  }

  return {
    async list(filter: GameServerFilter, window: { limit: number; offset: number }) {
      const descending = filter.sort.startsWith('-')
      const column = sortColumns[filter.sort.replace('-', '') as keyof typeof sortColumns]
      const rows = await withColumns(narrow(filter))
        .orderBy(column, descending ? 'desc' : 'asc')
        .orderBy('game_servers.id')
        .limit(window.limit)
        .offset(window.offset)
        .execute()
      const counted = await narrow(filter)
        .select(q => q.fn.countAll().as('n'))
        .executeTakeFirst()
      return { items: rows.map(gameServerOf), total: Number(counted?.n ?? 0) }
    },

    async find(id: number): Promise<StoredGameServer | null> {
      const row = await withColumns(joined()).where('game_servers.id', '=', id).executeTakeFirst()
      return row ? gameServerOf(row) : null
    },

    async ofNode(nodeId: number): Promise<StoredGameServer[]> {
      const rows = await withColumns(joined()).where('game_servers.node_id', '=', nodeId).execute()
      return rows.map(gameServerOf)
    },

    async countOfNode(nodeId: number): Promise<number> {
      const query = db.selectFrom('game_servers').select(q => q.fn.countAll().as('n'))
      return Number((await query.where('node_id', '=', nodeId).executeTakeFirst())?.n ?? 0)
    },

    async nodeOf(id: number): Promise<number | null> {
      const row = await db
        .selectFrom('game_servers')
        .select('node_id')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.node_id ?? null
    },

    /** In the order of their numbers. */
    async portsOf(nodeId: number): Promise<NodePort[]> {
      const rows = await db
        .selectFrom('game_servers')
        .select(['id', 'name', 'port', 'query_port', 'rcon_port'])
        .where('node_id', '=', nodeId)
        .execute()
      const ports = rows.flatMap(row =>
        (
          [
            ['game', row.port],
            ['query', row.query_port],
            ['rcon', row.rcon_port],
          ] as const
        ).flatMap(([purpose, port]) =>
          port === null ? [] : [{ port, purpose, server_id: row.id, server_name: row.name }],
        ),
      )
      return ports.toSorted((a, b) => a.port - b.port)
    },

    async takenPorts(nodeId: number): Promise<number[]> {
      const columns = ['port', 'query_port', 'rcon_port'] as const
      const rows = await db.selectFrom('game_servers').select(columns).where('node_id', '=', nodeId).execute()
      return rows.flatMap(row => [row.port, row.query_port, row.rcon_port]).filter(port => port !== null)
    },

    create: (server: NewGameServer, nowMs: number) =>
      insertReturningId(db, 'game_servers', {
        uuid: server.uuid,
        name: server.name,
        node_id: server.nodeId,
        template_id: server.templateId,
        state: server.state,
        state_changed_at: nowMs,
        ip: server.ip,
        port: server.port,
        query_port: server.queryPort,
        rcon_port: server.rconPort,
        rcon_password: server.rconPassword,
        tags: JSON.stringify(server.tags),
        variables: JSON.stringify(server.variables),
        memory_limit_bytes: server.memoryLimitBytes,
        cpu_limit_percent: server.cpuLimitPercent,
        process_manager: server.processManager,
        autostart: server.autostart,
        update_before_start: false,
        crash_policy: '{}',
        created_at: nowMs,
        updated_at: nowMs,
      }),

    async setState(
      id: number,
      state: { state: RunState; reason: string | null; changedAtMs: number; installed: boolean },
    ): Promise<void> {
      await db
        .updateTable('game_servers')
        .set(update => ({
          state: state.state,
          state_reason: state.reason,
          state_changed_at: state.changedAtMs,
          installed_at: state.installed
            ? update.fn.coalesce('installed_at', update.val(state.changedAtMs))
            : null,
        }))
        .where('id', '=', id)
        .execute()
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom('game_servers').where('id', '=', id).execute()
    },
  }

  function gameServerOf(row: Row): StoredGameServer {
    return {
      id: row.id,
      uuid: row.uuid,
      name: row.name,
      nodeId: row.node_id,
      nodeName: row.node_name,
      template: { id: row.template_id, slug: row.slug, name: row.template_name, game: row.game },
      state: row.state as RunState,
      stateReason: row.state_reason,
      stateChangedAtMs: row.state_changed_at,
      ip: row.ip,
      port: row.port,
      queryPort: row.query_port,
      rconPort: row.rcon_port,
      rconPassword: row.rcon_password ?? '',
      tags: JSON.parse(row.tags) as string[],
      variables: JSON.parse(row.variables) as Record<string, string>,
      memoryLimitBytes: row.memory_limit_bytes,
      cpuLimitPercent: row.cpu_limit_percent,
      processManager: row.process_manager,
      autostart: toBoolean(row.autostart),
      crashPolicy: { ...defaultCrashPolicy, ...(JSON.parse(row.crash_policy) as Partial<CrashPolicy>) },
      revision: row.revision,
      installedAtMs: row.installed_at,
      createdAtMs: row.created_at,
    }
  }
}
