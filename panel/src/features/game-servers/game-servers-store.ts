// Game servers in the database, joined with the template and the node that a list shows.

import type { InstallFailureFacts } from '@rookery/contracts/install-failure.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { type Schedule, storedSchedule } from '@rookery/contracts/schedule.ts'
import type { Suspension } from '@rookery/contracts/suspension.ts'
import { parseJson, parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import {
  type Insertable,
  type Kysely,
  sql,
  type Transaction,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import {
  type AlsoCreate,
  type AlsoWrite,
  insertReturningIdAbove,
  inTransaction,
  lockRows,
  toBoolean,
} from '../../platform/database/portable.ts'
import { prepareQuery, type ValueAt } from '../../platform/database/prepared-queries.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { createSharedTransactions } from '../../platform/database/shared-transactions.ts'
import { suspensionColumns } from '../../platform/database/suspension-columns.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { placementOf } from '../nodes/nodes.ts'
import { amountsOf } from '../plans/plan-rules.ts'
import { recountUsage, recountUsageOfOwner } from '../plans/plans.ts'
import { createListGameServers } from './list-game-servers-store.ts'
import { type Neighbor, portPlan } from './logic/claimed-ports.ts'
import type { KnownPlacement, Removal } from './logic/placement.ts'
import type { RestoredSchedule } from './logic/restored-schedules.ts'
import {
  columnsOf,
  type GameServerChoices,
  gameServerOf,
  type LastExit,
  type NewGameServer,
  type StoredGameServer,
  storedVariables,
} from './stored-game-server.ts'

export interface ReportedState {
  state: RunState
  reason: string | null
  changedAtMs: number
  installed: boolean
  lastExit: LastExit | null
  installFailure?: InstallFailureFacts | null
  runningRevision: number | null
}

export interface Placements {
  known?: KnownPlacement & { id: number }
  removal?: Removal
}

/** What is to be written; `keepsRun`: a game that runs now would be started just so again. */
export interface Decision {
  choices: GameServerChoices
  keepsRun: boolean
}

/** A node as it is while nobody else changes what is on it. */
export type LockedNode = Awaited<ReturnType<typeof lockNode>>

/** Throws when what comes to the node has no place there. */
type CheckPlace = (neighbors: Neighbor[], node: LockedNode) => void

/** Runs a transaction: as a part of something larger where that is needed. */
export type Begin = <Result>(work: (transaction: Transaction<Schema>) => Promise<Result>) => Promise<Result>

/** No database takes any number of values in one question. */
const idsAtOnce = 500

export type GameServersStore = ReturnType<typeof createGameServersStore>

/** `box` opens and seals the secrets among them. */
export function createGameServersStore(db: Kysely<Schema>, box: SecretBox) {
  const shareTransaction = createSharedTransactions(db)
  type Row = Parameters<typeof gameServerOf>[0]
  const opened = (row: Row) => gameServerOf(row, box)
  const joined = () =>
    db
      .selectFrom('game_servers')
      .innerJoin('templates', 'templates.id', 'game_servers.template_id')
      .innerJoin('nodes', 'nodes.id', 'game_servers.node_id')
      .leftJoin('users as owners', 'owners.id', 'game_servers.owner_id')
  type Joined = ReturnType<typeof joined>
  const withColumns = (query: Joined) =>
    query
      .selectAll('game_servers')
      .select([
        'templates.slug',
        'templates.name as template_name',
        'templates.game',
        'templates.source as template_source',
        'nodes.name as node_name',
        'nodes.work_path as node_work_path',
        'owners.login as owner_login',
        'owners.name as owner_name',
      ])

  const findRow = prepareQuery(db, (at: ValueAt<number>) => {
    const id = at(one => one)
    return withColumns(joined()).where('game_servers.id', '=', id)
  })

  const findPlace = prepareQuery(db, (at: ValueAt<number>) => {
    const id = at(one => one)
    return db.selectFrom('game_servers').select(['node_id', 'uuid']).where('id', '=', id)
  })

  async function find(id: number, within: Kysely<Schema> = db): Promise<StoredGameServer | null> {
    const [row] = await findRow(id, within)
    return row ? opened(row) : null
  }

  /** Whoever works in here decides alone about the ports and settings of this node's game servers. */
  function alone<Result>(
    nodeId: number,
    work: (transaction: Transaction<Schema>, node: LockedNode) => Promise<Result>,
    begin: Begin = own => inTransaction(db, own),
  ) {
    return begin(async transaction => work(transaction, await lockNode(transaction, nodeId)))
  }

  return {
    list: createListGameServers(db),

    find: (id: number) => find(id),

    /** As it is while nobody else changes it. */
    async lock(transaction: Transaction<Schema>, id: number): Promise<StoredGameServer | null> {
      const row = transaction.selectFrom('game_servers').select('id').where('id', '=', id)
      await lockRows(transaction, row).execute()
      return find(id, transaction)
    },

    /** A run that goes on ends by its node, which learns of it by the new revision. */
    async writeSuspension(
      transaction: Transaction<Schema>,
      id: number,
      suspended: Suspension | null,
      nowMs: number,
    ): Promise<void> {
      await raiseRevision(transaction.updateTable('game_servers').where('id', '=', id), true)
        .set({ ...suspensionColumns(suspended), updated_at: nowMs })
        .execute()
    },

    async ofNode(nodeId: number): Promise<StoredGameServer[]> {
      const rows = await withColumns(joined()).where('game_servers.node_id', '=', nodeId).execute()
      return rows.map(opened)
    },

    async idsOfNode(nodeId: number): Promise<number[]> {
      const query = db.selectFrom('game_servers').select('id').where('node_id', '=', nodeId)
      return (await query.execute()).map(row => row.id)
    },

    /** Nodes that have game servers. */
    async nodeIdsInUse(): Promise<number[]> {
      const rows = await db.selectFrom('game_servers').select('node_id').distinct().execute()
      return rows.map(row => row.node_id)
    },

    async ofTemplate(templateId: number): Promise<StoredGameServer[]> {
      const rows = await withColumns(joined()).where('game_servers.template_id', '=', templateId).execute()
      return rows.map(opened)
    },

    async countOfNode(nodeId: number): Promise<number> {
      const query = db.selectFrom('game_servers').select(q => q.fn.countAll().as('n'))
      return Number((await query.where('node_id', '=', nodeId).executeTakeFirst())?.n ?? 0)
    },

    /** With `uuid` only if that is the one: a node may speak of another, which had the number before a restore. */
    async nodeOf(id: number, uuid?: string): Promise<number | null> {
      const [row] = await findPlace(id)
      return row && (uuid ?? row.uuid) === row.uuid ? row.node_id : null
    },

    /** By id: name and node of those that there are. */
    async namesOf(ids: readonly number[]): Promise<Map<number, { name: string; nodeId: number }>> {
      const rows = await db
        .selectFrom('game_servers')
        .select(['id', 'name', 'node_id'])
        .where('id', 'in', [0, ...ids])
        .execute()
      return new Map(rows.map(({ id, name, node_id }) => [id, { name, nodeId: node_id }]))
    },

    neighborsOf: (nodeId: number) => neighborsOf(db, nodeId),

    /** By game server: of one of them, or of all on a node. */
    async schedulesOf(of: { gameServerId: number } | { nodeId: number }): Promise<Map<number, Schedule[]>> {
      const schedules = db.selectFrom('schedules').selectAll('schedules').orderBy('schedules.id')
      const rows = await ('gameServerId' in of
        ? schedules.where('server_id', '=', of.gameServerId)
        : schedules
            .innerJoin('game_servers', 'game_servers.id', 'schedules.server_id')
            .where('game_servers.node_id', '=', of.nodeId)
      ).execute()
      const read = rows.map(({ id, name, enabled, definition, server_id }) => {
        const { came_with_backup: _, ...rules } = parseJson(storedSchedule, definition, `the schedule ${id}`)
        return { gameServerId: server_id, schedule: { ...rules, id, name, enabled: toBoolean(enabled) } }
      })
      const grouped = Map.groupBy(read, ({ gameServerId }) => gameServerId)
      return new Map([...grouped].map(([id, own]) => [id, own.map(({ schedule }) => schedule)]))
    },

    /** `check` throws when the others on this node leave no room for it; `also` is written together with it. */
    create: (server: NewGameServer, nowMs: number, check: CheckPlace, also?: AlsoCreate, begin?: Begin) => {
      const insert = async (transaction: Transaction<Schema>, node: LockedNode) => {
        check(await neighborsOf(transaction, server.nodeId), node)
        const row = {
          ...columnsOf(server, box),
          uuid: server.uuid,
          node_id: server.nodeId,
          template_id: server.templateId,
          placement_epoch: server.placementEpoch,
          state: server.state,
          state_changed_at: nowMs,
          created_at: nowMs,
          updated_at: nowMs,
        }
        const highest = await highestReportedId(transaction)
        const inserted = insertReturningIdAbove(transaction, 'game_servers', highest, row)
        const id = await (server.externalId === null ? inserted : unlessTaken(inserted))
        await also?.(transaction, id)
        return id
      }
      return alone(server.nodeId, insert, begin)
    },

    async addBackupSource(
      transaction: Transaction<Schema>,
      id: number,
      { storageId, uuid }: { storageId: number; uuid: string },
    ): Promise<void> {
      const row = { server_id: id, storage_id: storageId, source_uuid: uuid }
      await transaction.insertInto('backup_sources').values(row).execute()
    },

    /** Switched off. */
    async addSchedules(
      transaction: Transaction<Schema>,
      id: number,
      schedules: readonly RestoredSchedule[],
      nowMs: number,
    ): Promise<void> {
      for (const { name, rules } of schedules) {
        const row = { server_id: id, name, enabled: false, definition: JSON.stringify(rules) }
        await transaction
          .insertInto('schedules')
          .values({ ...row, created_at: nowMs, updated_at: nowMs })
          .execute()
      }
    },

    /** Null when there is none; what `decide` throws leaves everything as it was. */
    change: async (
      id: number,
      nowMs: number,
      decide: (present: StoredGameServer, neighbors: Neighbor[]) => Decision,
      begin?: Begin,
    ): Promise<StoredGameServer | null> => {
      const known = await find(id)
      if (!known) return null
      const change = async (transaction: Transaction<Schema>) => {
        const present = await find(id, transaction)
        if (!present) return null
        const { choices, keepsRun } = decide(present, await neighborsOf(transaction, present.nodeId))
        const update = raiseRevision(transaction.updateTable('game_servers').where('id', '=', id), keepsRun)
        await unlessTaken(update.set({ ...columnsOf(choices, box), updated_at: nowMs }).execute())
        if (isCountedAnew(present, choices)) await recountUsageOfOwner(transaction, id)
        return find(id, transaction)
      }
      return alone(known.nodeId, change, begin)
    },

    /** The node must learn of what is kept elsewhere: schedules and storages, which keep the run, or the template. */
    async redefine(
      of: { gameServerId: number } | { nodeId: number } | { templateId: number },
    ): Promise<void> {
      const update = db.updateTable('game_servers')
      if ('gameServerId' in of) await raiseRevision(update.where('id', '=', of.gameServerId), true).execute()
      else if ('nodeId' in of) await raiseRevision(update.where('node_id', '=', of.nodeId), true).execute()
      else await raiseRevision(update.where('template_id', '=', of.templateId), false).execute()
    },

    /** `alsoWrite` is part of it. */
    async setState(id: number, reported: ReportedState, alsoWrite?: AlsoWrite): Promise<void> {
      if (!alsoWrite) return writeState(db, id, reported)
      await shareTransaction(async transaction => {
        await writeState(transaction, id, reported)
        await alsoWrite(transaction)
      })
    },

    /** When each of these came into the state that is stored. */
    async stateTimes(ids: readonly number[]): Promise<Map<number, number>> {
      const times = new Map<number, number>()
      for (let start = 0; start < ids.length; start += idsAtOnce) {
        const query = db.selectFrom('game_servers').select(['id', 'state_changed_at'])
        const rows = await query.where('id', 'in', ids.slice(start, start + idsAtOnce)).execute()
        for (const row of rows) times.set(row.id, row.state_changed_at)
      }
      return times
    },

    /** With what tells its node, also one that is away now, that it was removed and not lost. */
    async remove(
      id: number,
      files: 'keep' | 'delete',
      nowMs: number,
      alsoWrite: AlsoWrite = async () => {},
    ): Promise<void> {
      await inTransaction(db, async transaction => {
        await alsoWrite(transaction)
        const columns = ['uuid', 'node_id', 'placement_epoch', 'owner_id'] as const
        const found = transaction.selectFrom('game_servers').select(columns).where('id', '=', id)
        const present = await lockRows(transaction, found).executeTakeFirst()
        if (!present) return
        const { owner_id: ownerId, ...row } = present
        await transaction.deleteFrom('removed_game_servers').where('uuid', '=', row.uuid).execute()
        const removed = { ...row, server_id: id, files, removed_at: nowMs }
        await transaction.insertInto('removed_game_servers').values(removed).execute()
        await transaction.deleteFrom('game_servers').where('id', '=', id).execute()
        await recountUsage(transaction, [ownerId])
      })
    },

    /** One that was removed, with the number it had; `check` throws when its node has no room for it by now. */
    async insertAgain(
      transaction: Transaction<Schema>,
      row: Insertable<Schema['game_servers']>,
      check: CheckPlace,
    ): Promise<void> {
      const node = await lockNode(transaction, row.node_id)
      check(await neighborsOf(transaction, row.node_id), node)
      const isTaken = await isExternalIdTaken(transaction, row.external_id ?? null)
      const kept = isTaken ? { ...row, external_id: null } : row
      await transaction.insertInto('game_servers').values(kept).execute()
      await transaction.deleteFrom('removed_game_servers').where('uuid', '=', row.uuid).execute()
      await recountUsage(transaction, [row.owner_id])
    },

    /** As if it had never been made. */
    async discard(id: number, alsoWrite: AlsoWrite): Promise<void> {
      await inTransaction(db, async transaction => {
        await alsoWrite(transaction)
        await transaction.deleteFrom('game_servers').where('id', '=', id).execute()
      })
    },

    /** What is known of each uuid: where it is, and whether it was removed. */
    async placementsOf(uuids: readonly string[]): Promise<Map<string, Placements>> {
      const placements = new Map<string, Placements>()
      for (let start = 0; start < uuids.length; start += idsAtOnce) {
        const some = uuids.slice(start, start + idsAtOnce)
        const known = db.selectFrom('game_servers').select(['id', 'uuid', 'node_id', 'placement_epoch'])
        for (const row of await known.where('uuid', 'in', some).execute()) {
          const placed = { id: row.id, nodeId: row.node_id, epoch: row.placement_epoch }
          placements.set(row.uuid, { known: placed })
        }
        const removed = db.selectFrom('removed_game_servers').select(['uuid', 'files', 'placement_epoch'])
        for (const { uuid, files, placement_epoch } of await removed.where('uuid', 'in', some).execute()) {
          placements.set(uuid, { ...placements.get(uuid), removal: { epoch: placement_epoch, files } })
        }
      }
      return placements
    },

    /** Those that no game server has, nor one that was removed. */
    async unknownIds(ids: readonly number[]): Promise<number[]> {
      if (ids.length === 0) return []
      const present = await db.selectFrom('game_servers').select('id').where('id', 'in', ids).execute()
      const removed = db.selectFrom('removed_game_servers').select('server_id as id')
      const known = [...present, ...(await removed.where('server_id', 'in', ids).execute())]
      return ids.filter(id => !known.some(row => row.id === id))
    },
  }

  async function writeState(database: Kysely<Schema>, id: number, reported: ReportedState): Promise<void> {
    const exit = reported.lastExit && JSON.stringify(reported.lastExit)
    const failure = reported.installFailure ? JSON.stringify(reported.installFailure) : null
    const keepsFailure = reported.state === 'install_failed' && !reported.installFailure?.last_lines.length
    const keepsLines = reported.state === 'crashed' && !reported.lastExit?.last_lines.length
    await database
      .updateTable('game_servers')
      .set(update => ({
        // First: MariaDB takes the assignments in order, each seeing the one before. A node that has many crashes to
        // tell at once leaves lines out: those of the same crash are kept.
        last_exit: keepsLines
          ? sql<string>`case when state = 'crashed' and state_changed_at = ${reported.changedAtMs} and last_exit is not null then last_exit else ${exit} end`
          : exit,
        install_failure: keepsFailure
          ? sql<string>`case when state = 'install_failed' and state_changed_at = ${reported.changedAtMs} and install_failure is not null then install_failure else ${failure} end`
          : failure,
        state: reported.state,
        state_reason: reported.reason,
        state_changed_at: reported.changedAtMs,
        running_revision: reported.runningRevision,
        installed_at: reported.installed
          ? update.fn.coalesce('installed_at', update.val(reported.changedAtMs))
          : null,
      }))
      .where('id', '=', id)
      .execute()
  }
}

async function lockNode(transaction: Transaction<Schema>, nodeId: number) {
  const columns = ['id', 'name', 'placement', 'location', 'tags', 'capacity'] as const
  const query = transaction.selectFrom('nodes').select(columns).where('id', '=', nodeId)
  const row = await lockRows(transaction, query).executeTakeFirst()
  if (!row) throw new PanelError('conflict', { message: 'the node was deleted meanwhile' })
  return { id: row.id, name: row.name, ...placementOf(row) }
}

async function isExternalIdTaken(db: Kysely<Schema>, externalId: string | null): Promise<boolean> {
  if (externalId === null) return false
  const holder = db.selectFrom('game_servers').select('id').where('external_id', '=', externalId)
  return (await holder.executeTakeFirst()) !== undefined
}

async function unlessTaken<Result>(written: Promise<Result>): Promise<Result> {
  return written.catch(error => {
    throw isUniqueViolation(error) ? invalidField('external_id', 'is taken by another server') : error
  })
}

/** What its owner's counter counts is other than before. */
function isCountedAnew(present: StoredGameServer, choices: GameServerChoices): boolean {
  return JSON.stringify(amountsOf(present)) !== JSON.stringify(amountsOf(choices))
}

/** No new game server gets a number that some node knows already, whatever became of the database meanwhile. */
async function highestReportedId(db: Kysely<Schema>): Promise<number> {
  const reported = db.selectFrom('nodes').select(query => query.fn.max('highest_server_id').as('highest'))
  return Number((await reported.executeTakeFirst())?.highest ?? 0)
}

type Update = UpdateQueryBuilder<Schema, 'game_servers', 'game_servers', UpdateResult>

/** `running_revision` first: MariaDB takes the assignments in order, each seeing the one before. */
function raiseRevision(update: Update, keepsRun: boolean): Update {
  const raised = keepsRun
    ? update.set({
        running_revision: sql<number>`case when running_revision = revision then revision + 1 else running_revision end`,
      })
    : update
  return raised.set({ revision: sql<number>`revision + 1` })
}

/** The game servers of a node with what tells their ports: two queries, however many there are. */
async function neighborsOf(db: Kysely<Schema>, nodeId: number): Promise<Neighbor[]> {
  const rows = await db
    .selectFrom('game_servers')
    .select(['id', 'name', 'port', 'query_port', 'rcon_port', 'variables', 'template_id', 'held_template'])
    .where('node_id', '=', nodeId)
    .execute()
  const templateIds = [0, ...new Set(rows.map(row => row.template_id))]
  const templates = await db
    .selectFrom('templates')
    .select(['id', 'definition'])
    .where('id', 'in', templateIds)
    .execute()
  const plans = new Map(
    templates.map(({ id, definition }) => [
      id,
      parseJson(portPlan, definition, `the ports of template ${id}`),
    ]),
  )
  return rows.flatMap(row => {
    const held = row.held_template && parseJsonOrNull(portPlan, row.held_template)
    const plan = held || plans.get(row.template_id)
    return plan ? [{ ...neighborOf(row), plan }] : []
  })
}

function neighborOf(row: {
  id: number
  name: string
  port: number
  query_port: number | null
  rcon_port: number | null
  variables: string
}): Omit<Neighbor, 'plan'> {
  const { id, name, port, query_port: queryPort, rcon_port: rconPort } = row
  // Sealed values stay sealed: no port is among them.
  const variables = parseJson(storedVariables, row.variables, `the variables of game server ${id}`)
  return { id, name, port, queryPort, rconPort, variables }
}
