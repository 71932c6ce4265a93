// Backup storages in the database, the password of each repository in them, and what game servers choose of them.

import {
  type BackupLimits,
  type BackupPlace,
  type BackupRetention,
  backupLimits,
  backupPlace,
  backupRetention,
  backupTrial,
} from '@rookery/contracts/backups.ts'
import { parseJson, parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import {
  insertIfAbsent,
  insertReturningId,
  inTransaction,
  lockRows,
  upsert,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type StoredSecret, unsealedSecret } from '../../platform/secret.ts'
import { readSecret, type SecretBox, storedText } from '../../platform/secret-box.ts'
import type { NodeKey } from './node-key-rules.ts'
import type { RepositoryCondition, StorageChoices } from './storage-rules.ts'

export interface StorageInput {
  name: string
  place: BackupPlace
  secret: StoredSecret
  nodeKeys: readonly StoredNodeKey[]
  nodeIds: readonly number[] | null
  retention: BackupRetention
  limits: BackupLimits
}

export interface StoredNodeKey extends NodeKey {
  secret: StoredSecret
}

export interface StoredStorage extends StorageInput {
  id: number
  recoveryKey: StoredSecret
  createdAtMs: number
}

export interface StoredRepository {
  id: number
  serverUuid: string
  storageId: number
  password: StoredSecret
  /** Snapshots that retention leaves alone. */
  locked: string[]
}

export interface RepositoryKey {
  serverUuid: string
  storageId: number
}

const nodeIds = z.array(z.int())
const trial = backupTrial.nullable()
const chosen = z.array(z.object({ storage_id: z.int(), retention: backupRetention, limits: backupLimits }))

/** No database takes any number of values in one question. */
const valuesAtOnce = 500

export type BackupStoragesStore = ReturnType<typeof createBackupStoragesStore>

/** `box` opens and seals the secrets among them. */
export function createBackupStoragesStore(db: Kysely<Schema>, box: SecretBox) {
  const storageOf = (
    row: Selectable<Schema['backup_storages']>,
    keys: readonly Selectable<Schema['backup_node_keys']>[],
  ): StoredStorage => {
    const column = <Shape extends z.ZodType>(shape: Shape, name: 'place' | 'retention' | 'limits') =>
      parseJson(shape, row[name], `${name} of backup storage ${row.id}`)
    return {
      id: row.id,
      name: row.name,
      place: column(backupPlace, 'place'),
      secret: readSecret(box, row.secret),
      nodeKeys: keys
        .filter(({ storage_id }) => storage_id === row.id)
        .map(({ node_id: nodeId, login: user, folder, secret }) => ({
          ...{ nodeId, user, folder, secret: readSecret(box, secret) },
        })),
      recoveryKey: readSecret(box, row.recovery_key),
      nodeIds:
        row.node_ids === null ? null : parseJson(nodeIds, row.node_ids, `nodes of backup storage ${row.id}`),
      retention: column(backupRetention, 'retention'),
      limits: column(backupLimits, 'limits'),
      createdAtMs: row.created_at,
    }
  }
  const columnsOf = ({ name, place, secret, nodeIds: ids, retention, limits }: StorageInput) => ({
    name,
    place: JSON.stringify(place),
    secret: storedText(box, secret),
    node_ids: ids === null ? null : JSON.stringify(ids),
    retention: JSON.stringify(retention),
    limits: JSON.stringify(limits),
  })

  const rowOf = (within: Kysely<Schema>, id: number) =>
    within.selectFrom('backup_storages').selectAll().where('id', '=', id)
  const nodeKeysOf = (within: Kysely<Schema>, id: number) =>
    within
      .selectFrom('backup_node_keys')
      .selectAll()
      .where('storage_id', '=', id)
      .orderBy('node_id')
      .execute()

  async function replaceNodeKeys(
    transaction: Kysely<Schema>,
    storageId: number,
    keys: readonly StoredNodeKey[],
  ): Promise<void> {
    await transaction.deleteFrom('backup_node_keys').where('storage_id', '=', storageId).execute()
    const rows = keys.map(({ nodeId, user, folder, secret }) => ({
      ...{ storage_id: storageId, node_id: nodeId, login: user, folder, secret: storedText(box, secret) },
    }))
    for (let start = 0; start < rows.length; start += valuesAtOnce) {
      const some = rows.slice(start, start + valuesAtOnce)
      await transaction.insertInto('backup_node_keys').values(some).execute()
    }
  }

  async function readRepositories(uuids: readonly string[]): Promise<StoredRepository[]> {
    const found: StoredRepository[] = []
    for (let start = 0; start < uuids.length; start += valuesAtOnce) {
      const some = uuids.slice(start, start + valuesAtOnce)
      const rows = await db
        .selectFrom('backup_repositories')
        .select(['id', 'server_uuid', 'storage_id', 'password'])
        .where('server_uuid', 'in', some)
        .execute()
      const locked = await db
        .selectFrom('backups')
        .innerJoin('backup_repositories', 'backup_repositories.id', 'backups.repository_id')
        .select(['repository_id', 'snapshot'])
        .where('server_uuid', 'in', some)
        .where('locked', '=', true)
        .orderBy('backups.id')
        .execute()
      const snapshots = Map.groupBy(locked, ({ repository_id }) => repository_id)
      found.push(
        ...rows.map(row => ({
          id: row.id,
          serverUuid: row.server_uuid,
          storageId: row.storage_id,
          password: readSecret(box, row.password),
          locked: snapshots.get(row.id)?.map(({ snapshot }) => snapshot) ?? [],
        })),
      )
    }
    return found
  }

  return {
    async list(): Promise<StoredStorage[]> {
      const keys = await db.selectFrom('backup_node_keys').selectAll().orderBy('node_id').execute()
      const rows = await db.selectFrom('backup_storages').selectAll().orderBy('id').execute()
      return rows.map(row => storageOf(row, keys))
    },

    async find(id: number): Promise<StoredStorage | null> {
      const row = await rowOf(db, id).executeTakeFirst()
      return row ? storageOf(row, await nodeKeysOf(db, id)) : null
    },

    create: (input: StorageInput, recoveryKey: string, nowMs: number): Promise<number> =>
      inTransaction(db, async transaction => {
        const id = await insertReturningId(transaction, 'backup_storages', {
          ...columnsOf(input),
          recovery_key: storedText(box, unsealedSecret(recoveryKey)),
          created_at: nowMs,
          updated_at: nowMs,
        })
        await replaceNodeKeys(transaction, id, input.nodeKeys)
        return id
      }),

    /** `check` throws when the present one must stay. */
    change: (
      id: number,
      input: StorageInput,
      { nowMs, check }: { nowMs: number; check: ((present: StoredStorage) => void) | undefined },
    ): Promise<void> =>
      inTransaction(db, async transaction => {
        const present = check && (await lockRows(transaction, rowOf(transaction, id)).executeTakeFirst())
        if (present) check(storageOf(present, await nodeKeysOf(transaction, id)))
        await transaction
          .updateTable('backup_storages')
          .set({ ...columnsOf(input), updated_at: nowMs })
          .where('id', '=', id)
          .execute()
        await replaceNodeKeys(transaction, id, input.nodeKeys)
      }),

    /** With all that is known of what is stored there. */
    async remove(id: number): Promise<void> {
      await db.deleteFrom('backup_storages').where('id', '=', id).execute()
    },

    /** By storage: how many backups are known, and how many bytes they take as far as nodes have said. */
    async contents(): Promise<Map<number, { backups: number; storedBytes: number }>> {
      const counted = await db
        .selectFrom('backups')
        .innerJoin('backup_repositories', 'backup_repositories.id', 'backups.repository_id')
        .select(query => ['storage_id', query.fn.countAll().as('backups')])
        .groupBy('storage_id')
        .execute()
      const weighed = await db
        .selectFrom('backup_repositories')
        .select(query => ['storage_id', query.fn.sum('stored_bytes').as('bytes')])
        .groupBy('storage_id')
        .execute()
      const backups = new Map(counted.map(row => [row.storage_id, Number(row.backups)]))
      return new Map(
        weighed.map(({ storage_id, bytes }) => [
          storage_id,
          { backups: backups.get(storage_id) ?? 0, storedBytes: Number(bytes ?? 0) },
        ]),
      )
    },

    /** Those of game servers that are there, the largest first, and the sum of the others. */
    async holders(storageId: number, most: number) {
      const repositories = db
        .selectFrom('backup_repositories')
        .leftJoin('game_servers', 'game_servers.uuid', 'backup_repositories.server_uuid')
        .where('storage_id', '=', storageId)
      const servers = await repositories
        .innerJoin('backups', 'backups.repository_id', 'backup_repositories.id')
        .select(query => [
          'game_servers.id',
          'game_servers.name',
          'stored_bytes',
          query.fn.count('backups.id').as('backups'),
        ])
        .where('game_servers.id', 'is not', null)
        .groupBy(['game_servers.id', 'game_servers.name', 'stored_bytes'])
        .orderBy(query => query.fn.coalesce('stored_bytes', query.lit(0)), 'desc')
        .orderBy('game_servers.id')
        .limit(most)
        .execute()
      const left = await repositories
        .select(query => [query.fn.countAll().as('servers'), query.fn.sum('stored_bytes').as('bytes')])
        .where('game_servers.id', 'is', null)
        .executeTakeFirst()
      return {
        servers: servers.flatMap(({ id, name, backups, stored_bytes }) =>
          id === null || name === null
            ? []
            : [
                {
                  ...{ id, name, backups: Number(backups) },
                  storedBytes: stored_bytes === null ? null : Number(stored_bytes),
                },
              ],
        ),
        deleted: { servers: Number(left?.servers ?? 0), storedBytes: Number(left?.bytes ?? 0) },
      }
    },

    /** What nodes told last of every repository whose game server is still there, with its storage. */
    async reports(): Promise<(RepositoryCondition & { storageId: number })[]> {
      const rows = await db
        .selectFrom('backup_repositories')
        .innerJoin('game_servers', 'game_servers.uuid', 'backup_repositories.server_uuid')
        .select(['storage_id', 'last_check', 'last_drill', 'problem', 'reported_at'])
        .where('reported_at', 'is not', null)
        .execute()
      return rows.map(row => ({
        storageId: row.storage_id,
        lastCheck: parseJsonOrNull(trial, row.last_check ?? 'null'),
        lastDrill: parseJsonOrNull(trial, row.last_drill ?? 'null'),
        problem: row.problem ?? '',
        reportedAtMs: Number(row.reported_at),
      }))
    },

    /** By node: how many game servers choose nothing, and what the others choose. */
    async users(): Promise<{ nodeId: number; count: number; choices: StorageChoices }[]> {
      const joined = db
        .selectFrom('game_servers')
        .leftJoin('backup_choices', 'backup_choices.server_id', 'game_servers.id')
      const usual = await joined
        .select(query => ['node_id', query.fn.countAll().as('n')])
        .where('backup_choices.server_id', 'is', null)
        .groupBy('node_id')
        .execute()
      const choosing = await joined
        .select(['node_id', 'game_servers.id', 'storages'])
        .where('backup_choices.server_id', 'is not', null)
        .execute()
      return [
        ...usual.map(({ node_id, n }) => ({ nodeId: node_id, count: Number(n), choices: null })),
        ...choosing.map(({ node_id, id, storages }) => ({
          nodeId: node_id,
          count: 1,
          choices: choicesOf(storages, id),
        })),
      ]
    },

    async nodeIds(): Promise<number[]> {
      return (await db.selectFrom('nodes').select('id').orderBy('id').execute()).map(({ id }) => id)
    },

    async choicesOf(gameServerIds: readonly number[]): Promise<Map<number, StorageChoices>> {
      const choices = new Map<number, StorageChoices>()
      for (let start = 0; start < gameServerIds.length; start += valuesAtOnce) {
        const rows = await db
          .selectFrom('backup_choices')
          .select(['server_id', 'storages'])
          .where('server_id', 'in', gameServerIds.slice(start, start + valuesAtOnce))
          .execute()
        for (const row of rows) choices.set(row.server_id, choicesOf(row.storages, row.server_id))
      }
      return choices
    },

    async choose(gameServerId: number, choices: StorageChoices, nowMs: number): Promise<void> {
      if (choices === null) {
        await db.deleteFrom('backup_choices').where('server_id', '=', gameServerId).execute()
        return
      }
      const columns = { storages: JSON.stringify(choices), updated_at: nowMs }
      const row = { server_id: gameServerId, ...columns }
      await upsert(db, 'backup_choices', row, ['server_id'], columns)
    },

    readRepositories,

    /** Of game servers that were made from a backup of another one. */
    async sourcesOf(
      gameServerIds: readonly number[],
    ): Promise<{ gameServerId: number; nodeId: number; storageId: number; uuid: string }[]> {
      const found: Awaited<ReturnType<typeof this.sourcesOf>> = []
      for (let start = 0; start < gameServerIds.length; start += valuesAtOnce) {
        const rows = await db
          .selectFrom('backup_sources')
          .innerJoin('game_servers', 'game_servers.id', 'backup_sources.server_id')
          .select(['server_id as gameServerId', 'node_id as nodeId', 'storage_id as storageId'])
          .select('source_uuid as uuid')
          .where('server_id', 'in', gameServerIds.slice(start, start + valuesAtOnce))
          .execute()
        found.push(...rows)
      }
      return found
    },

    /** Of a repository that is there already, whatever was known of it. */
    async setPassword(
      { serverUuid, storageId }: RepositoryKey,
      password: string,
      nowMs: number,
    ): Promise<void> {
      const sealed = { password: storedText(box, unsealedSecret(password)) }
      const row = { server_uuid: serverUuid, storage_id: storageId, created_at: nowMs, ...sealed }
      await upsert(db, 'backup_repositories', row, ['server_uuid', 'storage_id'], sealed)
    },

    /** Whoever is first decides the password; the others find it. */
    async addRepositories(
      keys: readonly RepositoryKey[],
      newPassword: () => string,
      nowMs: number,
    ): Promise<void> {
      for (const { serverUuid, storageId } of keys) {
        await insertIfAbsent(db, 'backup_repositories', {
          server_uuid: serverUuid,
          storage_id: storageId,
          password: storedText(box, unsealedSecret(newPassword())),
          created_at: nowMs,
        })
      }
    },
  }
}

function choicesOf(stored: string | null, gameServerId: number): StorageChoices {
  return parseJson(chosen, stored ?? '[]', `backup storages of game server ${gameServerId}`)
}
