// The index of backups in the database: replaced by each report of a node, with the panel's own notes and locks.

import {
  type BackupEngineName,
  backupConsistencies,
  backupEngines,
  backupKinds,
  backupTrial,
  type NodeBackup,
  type RepositoryReport,
  riskyActions,
} from '@rookery/contracts/backups.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod'
import { inTransaction, lockRows, toBoolean } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { totalOf, type Window } from '../../platform/database/windows.ts'
import type { VisibleGameServers } from '../access/logic/visible-objects.ts'
import { indexChanges } from './index-rules.ts'

/** What a person said when asking for a backup. */
export interface RequestedBackup {
  takenBy: number | null
  note: string
  locked: boolean
}

export interface StoredBackup extends Omit<NodeBackup, 'run_key'> {
  id: number
  storage: { id: number; name: string }
  takenBy: { id: number; login: string } | null
  note: string
  locked: boolean
}

export interface KnownRepository {
  storageId: number
  /** False: no node has told anything of it yet. */
  isReported: boolean
  engine: BackupEngineName | null
  backups: number
  storedBytes: number | null
  lastCheck: z.output<typeof backupTrial> | null
  lastDrill: z.output<typeof backupTrial> | null
  problem: string
}

/** A game server whose newest backup is too old. */
export interface OverdueServer {
  id: number
  name: string
  nodeId: number
  newestAtMs: number | null
}

/** A game server whose backups fail in a storage. */
export interface FailingServer {
  id: number
  name: string
  nodeId: number
  storageId: number
  problem: string
}

export interface StoredReport {
  outcome: 'stored' | 'older' | 'unknown'
  hasNewLock: boolean
  /** What was wrong before this report. */
  formerProblem: string
}

const rowsAtOnce = 200
const trial = backupTrial.nullable()
const strings = z.array(z.string())

export type BackupsStore = ReturnType<typeof createBackupsStore>

export function createBackupsStore(db: Kysely<Schema>) {
  const joined = (from: Kysely<Schema> = db) =>
    from
      .selectFrom('backups')
      .innerJoin('backup_repositories', 'backup_repositories.id', 'backups.repository_id')
      .innerJoin('backup_storages', 'backup_storages.id', 'backup_repositories.storage_id')
  const withColumns = (query: ReturnType<typeof joined>) =>
    query
      .leftJoin('users', 'users.id', 'backups.taken_by')
      .selectAll('backups')
      .select(['storage_id', 'backup_storages.name as storage_name', 'users.login'])

  return {
    async list(serverUuid: string, window: Window) {
      const rows = await withColumns(joined())
        .where('server_uuid', '=', serverUuid)
        .orderBy('taken_at', 'desc')
        .orderBy('backups.id', 'desc')
        .limit(window.limit)
        .offset(window.offset)
        .execute()
      const total = await totalOf(rows.length, window, () =>
        joined()
          .select(query => query.fn.countAll().as('total'))
          .where('server_uuid', '=', serverUuid)
          .executeTakeFirst(),
      )
      return { items: rows.map(backupOf), total }
    },

    async find(serverUuid: string, id: number): Promise<StoredBackup | null> {
      const row = await withColumns(joined())
        .where('server_uuid', '=', serverUuid)
        .where('backups.id', '=', id)
        .executeTakeFirst()
      return row ? backupOf(row) : null
    },

    /** What was taken by itself before something risky: the newest. */
    async safetyBackups(serverUuid: string): Promise<StoredBackup[]> {
      const rows = await withColumns(joined())
        .where('server_uuid', '=', serverUuid)
        .where('backups.kind', '=', 'safety')
        .orderBy('taken_at', 'desc')
        .limit(rowsAtOnce)
        .execute()
      return rows.map(backupOf)
    },

    async change(id: number, { note, locked }: { note?: string | undefined; locked?: boolean | undefined }) {
      if (note === undefined && locked === undefined) return
      await db
        .updateTable('backups')
        .set({ ...(note !== undefined && { note }), ...(locked !== undefined && { locked }) })
        .where('id', '=', id)
        .execute()
    },

    /** By the task that takes or took it, which knows several storages as one backup. */
    async countOfOwner(within: Kysely<Schema>, ownerId: number): Promise<number> {
      const present = within.selectFrom('game_servers').select('uuid').where('owner_id', '=', ownerId)
      const deleted = within.selectFrom('deleted_game_servers').select('uuid').where('owner_id', '=', ownerId)
      const taken = await joined(within)
        .select(['backups.id', 'backups.run_key'])
        .where('server_uuid', 'in', present.union(deleted))
        .where('backups.kind', '=', 'manual')
        .execute()
      const beingTaken = await within
        .selectFrom('tasks')
        .innerJoin('game_servers', 'game_servers.id', 'tasks.server_id')
        .select(['tasks.id', 'tasks.run_key'])
        .where('game_servers.owner_id', '=', ownerId)
        .where('tasks.kind', '=', 'backup')
        .where('tasks.status', 'in', ['waiting', 'working'])
        .execute()
      return new Set([
        ...taken.map(({ id, run_key }) => run_key || `backup ${id}`),
        ...beingTaken.map(({ id, run_key }) => run_key ?? `task ${id}`),
      ]).size
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom('backups').where('id', '=', id).execute()
    },

    /** By storage: what its node told last. */
    async repositoriesOf(serverUuid: string): Promise<Map<number, KnownRepository>> {
      const rows = await db
        .selectFrom('backup_repositories')
        .leftJoin('backups', 'backups.repository_id', 'backup_repositories.id')
        .select(query => [
          'backup_repositories.id',
          'storage_id',
          'engine',
          'stored_bytes',
          'last_check',
          'last_drill',
          'problem',
          'reported_at',
          query.fn.count('backups.id').as('backups'),
        ])
        .where('server_uuid', '=', serverUuid)
        .groupBy([
          'backup_repositories.id',
          'storage_id',
          'engine',
          'stored_bytes',
          'last_check',
          'last_drill',
          'problem',
          'reported_at',
        ])
        .execute()
      return new Map(
        rows.map(row => [
          row.storage_id,
          {
            storageId: row.storage_id,
            isReported: row.reported_at !== null,
            engine: backupEngines.find(name => name === row.engine) ?? null,
            backups: Number(row.backups),
            storedBytes: row.stored_bytes === null ? null : Number(row.stored_bytes),
            lastCheck: parseJsonOrNull(trial, row.last_check ?? 'null'),
            lastDrill: parseJsonOrNull(trial, row.last_drill ?? 'null'),
            problem: row.problem ?? '',
          },
        ]),
      )
    },

    /**
     * All that one report tells, or nothing where a later one is stored already. `requestsOf`: what people said when
     * they asked for these tasks. `hasNewLock`: the node must learn that one of them is to stay.
     */
    replace: (
      serverUuid: string,
      report: RepositoryReport,
      requestsOf: (
        transaction: Transaction<Schema>,
        runKeys: readonly string[],
      ) => Promise<Map<string, RequestedBackup>>,
      nowMs: number,
    ): Promise<StoredReport> =>
      inTransaction(db, async transaction => {
        const repository = transaction
          .selectFrom('backup_repositories')
          .select(['id', 'sequence', 'problem'])
          .where('server_uuid', '=', serverUuid)
          .where('storage_id', '=', report.storage_id)
        const row = await lockRows(transaction, repository).executeTakeFirst()
        const nothing = { hasNewLock: false, formerProblem: '' }
        if (!row) return { outcome: 'unknown', ...nothing }
        if (report.sequence < Number(row.sequence)) return { outcome: 'older', ...nothing }
        const present = await transaction
          .selectFrom('backups')
          .selectAll()
          .where('repository_id', '=', row.id)
          .execute()
        const { added, changed, gone } = indexChanges(
          present.map(one => ({ id: one.id, fields: fieldsOf(one) })),
          report.backups.map(one => ({ run_key: one.run_key, note: one.note, fields: columnsOf(one) })),
        )
        const removed = report.is_listed ? gone : []
        for (let start = 0; start < removed.length; start += rowsAtOnce) {
          const some = removed.slice(start, start + rowsAtOnce)
          await transaction.deleteFrom('backups').where('id', 'in', some).execute()
        }
        for (const { id, fields } of changed) {
          await transaction.updateTable('backups').set(fields).where('id', '=', id).execute()
        }
        const requests = await requestsOf(
          transaction,
          added.map(({ run_key }) => run_key).filter(key => key !== ''),
        )
        const rows = added.map(({ run_key, note: stored = '', fields }) => {
          const { takenBy = null, note = stored, locked = false } = requests.get(run_key) ?? {}
          return { ...fields, repository_id: row.id, run_key, taken_by: takenBy, note, locked }
        })
        for (let start = 0; start < rows.length; start += rowsAtOnce) {
          await transaction
            .insertInto('backups')
            .values(rows.slice(start, start + rowsAtOnce))
            .execute()
        }
        await transaction
          .updateTable('backup_repositories')
          .set({
            sequence: report.sequence,
            engine: report.engine,
            stored_bytes: report.stored_bytes,
            last_check: report.last_check && JSON.stringify(report.last_check),
            last_drill: report.last_drill && JSON.stringify(report.last_drill),
            problem: report.problem,
            reported_at: nowMs,
          })
          .where('id', '=', row.id)
          .execute()
        const hasNewLock = rows.some(({ locked }) => locked)
        return { outcome: 'stored', hasNewLock, formerProblem: row.problem ?? '' }
      }),

    /** The last report of each repository of the game servers on a node; 0: none yet. */
    async sequencesOn(
      nodeId: number,
    ): Promise<{ gameServerId: number; storageId: number; sequence: number }[]> {
      const rows = await db
        .selectFrom('backup_repositories')
        .innerJoin('game_servers', 'game_servers.uuid', 'backup_repositories.server_uuid')
        .select(['game_servers.id', 'storage_id', 'sequence'])
        .where('node_id', '=', nodeId)
        .orderBy('backup_repositories.id')
        .execute()
      return rows.map(row => ({
        ...{ gameServerId: row.id, storageId: row.storage_id, sequence: Number(row.sequence) },
      }))
    },

    /** The tasks of this game server that have these keys: their payloads hold what people said. */
    async tasksBy(transaction: Transaction<Schema>, gameServerId: number, runKeys: readonly string[]) {
      const found: { run_key: string | null; requested_by: number | null; payload: string }[] = []
      for (let start = 0; start < runKeys.length; start += rowsAtOnce) {
        const rows = await transaction
          .selectFrom('tasks')
          .select(['run_key', 'requested_by', 'payload'])
          .where('server_id', '=', gameServerId)
          .where('kind', '=', 'backup')
          .where('run_key', 'in', runKeys.slice(start, start + rowsAtOnce))
          .execute()
        found.push(...rows)
      }
      return found
    },

    /** By storage, what was told last first. */
    async failing(visible: VisibleGameServers): Promise<FailingServer[]> {
      let query = db
        .selectFrom('backup_repositories')
        .innerJoin('game_servers', 'game_servers.uuid', 'backup_repositories.server_uuid')
        .select(['game_servers.id', 'name', 'node_id', 'storage_id', 'problem'])
        .where('problem', 'is not', null)
        .where('problem', '!=', '')
        .orderBy('reported_at', 'desc')
      if (!visible.all) query = query.where('game_servers.id', 'in', [0, ...visible.only])
      else if (visible.except.length > 0) query = query.where('game_servers.id', 'not in', visible.except)
      const rows = await query.execute()
      return rows.map(row => ({
        ...{ id: row.id, name: row.name, nodeId: row.node_id, storageId: row.storage_id },
        problem: row.problem ?? '',
      }))
    },

    /** Installed, there since before `madeBeforeMs`, and without a backup after `sinceMs`; longest first. */
    async overdue(
      visible: VisibleGameServers,
      { sinceMs, madeBeforeMs }: { sinceMs: number; madeBeforeMs: number },
    ): Promise<OverdueServer[]> {
      const newest = db
        .selectFrom('backups')
        .innerJoin('backup_repositories', 'backup_repositories.id', 'backups.repository_id')
        .select(query => ['server_uuid', query.fn.max('taken_at').as('newest_at')])
        .groupBy('server_uuid')
      let query = db
        .selectFrom('game_servers')
        .leftJoin(newest.as('newest'), 'newest.server_uuid', 'game_servers.uuid')
        .select(['game_servers.id', 'name', 'node_id', 'newest_at'])
        .where('installed_at', 'is not', null)
        .where('created_at', '<', madeBeforeMs)
        .where(where => where.or([where('newest_at', 'is', null), where('newest_at', '<', sinceMs)]))
      if (!visible.all) query = query.where('game_servers.id', 'in', [0, ...visible.only])
      else if (visible.except.length > 0) query = query.where('game_servers.id', 'not in', visible.except)
      const rows = await query.execute()
      return rows.map(row => ({
        id: row.id,
        name: row.name,
        nodeId: row.node_id,
        newestAtMs: row.newest_at === null ? null : Number(row.newest_at),
      }))
    },
  }
}

function columnsOf(backup: NodeBackup) {
  return {
    snapshot: backup.snapshot,
    taken_at: backup.taken_at_ms,
    kind: backup.kind as string,
    before_action: backup.before as string | null,
    files: backup.files,
    bytes: backup.bytes,
    bytes_added: backup.bytes_added,
    consistency: backup.consistency as string,
    warnings: JSON.stringify(backup.warnings),
  }
}

/** Of a row, in the order of `columnsOf`: the two are compared as text. */
function fieldsOf(row: ReturnType<typeof columnsOf>): ReturnType<typeof columnsOf> {
  return {
    snapshot: row.snapshot,
    taken_at: Number(row.taken_at),
    kind: row.kind,
    before_action: row.before_action,
    files: Number(row.files),
    bytes: Number(row.bytes),
    bytes_added: Number(row.bytes_added),
    consistency: row.consistency,
    warnings: row.warnings,
  }
}

interface BackupRow extends ReturnType<typeof columnsOf> {
  id: number
  storage_id: number
  storage_name: string
  taken_by: number | null
  login: string | null
  note: string
  locked: boolean | number
}

function backupOf(row: BackupRow): StoredBackup {
  const { id, storage_id, storage_name, taken_by, login, note, locked } = row
  const { taken_at, files, bytes, bytes_added } = fieldsOf(row)
  return {
    id,
    snapshot: row.snapshot,
    storage: { id: storage_id, name: storage_name },
    taken_at_ms: taken_at,
    kind: backupKinds.find(kind => kind === row.kind) ?? 'manual',
    before: riskyActions.find(action => action === row.before_action) ?? null,
    takenBy: taken_by === null || login === null ? null : { id: taken_by, login },
    note,
    locked: toBoolean(locked),
    files,
    bytes,
    bytes_added,
    consistency: backupConsistencies.find(name => name === row.consistency) ?? 'live',
    warnings: parseJsonOrNull(strings, row.warnings) ?? [],
  }
}
