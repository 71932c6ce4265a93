// The rows of databases of game servers. A row is there before anything is done on its host, and goes after it.

import type { Kysely, Selectable, Transaction } from 'kysely'
import {
  type AlsoWrite,
  insertReturningId,
  inTransaction,
  lockRows,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type StoredSecret, unsealedSecret } from '../../platform/secret.ts'
import { readSecret, type SecretBox, storedText } from '../../platform/secret-box.ts'
import { countDatabases } from '../database-hosts/database-hosts.ts'
import type { DatabaseState } from './database-rules.ts'

export interface StoredDatabase {
  id: number
  serverUuid: string
  hostId: number
  label: string
  name: string
  password: StoredSecret
  /** A change of the password that has begun. */
  nextPassword: StoredSecret | null
  state: DatabaseState
  touchedAtMs: number
  createdAtMs: number
}

export interface Leftover extends StoredDatabase {
  isOrphan: boolean
  isInTrash: boolean
}

export interface NewDatabase {
  serverUuid: string
  hostId: number
  label: string
  name: string
  password: string
}

/** `box` opens and seals the passwords. */
export function createDatabasesStore(db: Kysely<Schema>, box: SecretBox) {
  const databaseOf = (row: Selectable<Schema['server_databases']>): StoredDatabase => ({
    id: row.id,
    serverUuid: row.server_uuid,
    hostId: row.host_id,
    label: row.label,
    name: row.name,
    password: readSecret(box, row.password),
    nextPassword: row.next_password === null ? null : readSecret(box, row.next_password),
    state: row.state,
    touchedAtMs: Number(row.touched_at),
    createdAtMs: Number(row.created_at),
  })
  const sealed = (password: string) => storedText(box, unsealedSecret(password))
  const rows = (within: Kysely<Schema>) => within.selectFrom('server_databases')

  return {
    /** Of one game server, those that people see. */
    async list(serverUuid: string): Promise<StoredDatabase[]> {
      const found = rows(db).selectAll().where('server_uuid', '=', serverUuid).where('state', '=', 'ready')
      return (await found.orderBy('id').execute()).map(databaseOf)
    },

    async find(serverUuid: string, id: number): Promise<StoredDatabase | null> {
      const found = rows(db).selectAll().where('server_uuid', '=', serverUuid).where('state', '=', 'ready')
      const row = await found.where('id', '=', id).executeTakeFirst()
      return row ? databaseOf(row) : null
    },

    countByHost: () => countDatabases(db),

    /** Of all game servers of a person, deleted ones with files too. */
    async countOfOwner(within: Kysely<Schema>, ownerId: number): Promise<number> {
      const present = within.selectFrom('game_servers').select('uuid').where('owner_id', '=', ownerId)
      const deleted = within.selectFrom('deleted_game_servers').select('uuid').where('owner_id', '=', ownerId)
      const counted = await rows(within)
        .select(query => query.fn.countAll().as('n'))
        .where('server_uuid', 'in', present.union(deleted))
        .where('state', '!=', 'deleting')
        .executeTakeFirst()
      return Number(counted?.n ?? 0)
    },

    /** One after the other on each host; `check` throws what this one has no room for. */
    begin: (
      { serverUuid, hostId, label, name, password }: NewDatabase,
      nowMs: number,
      check: (transaction: Transaction<Schema>, onHost: number, id: number) => Promise<void>,
    ): Promise<number> =>
      inTransaction(db, async transaction => {
        const host = transaction.selectFrom('database_hosts').select('id').where('id', '=', hostId)
        await lockRows(transaction, host).executeTakeFirst()
        const id = await insertReturningId(transaction, 'server_databases', {
          ...{ server_uuid: serverUuid, host_id: hostId, label, name, password: sealed(password) },
          ...{ state: 'creating', touched_at: nowMs, created_at: nowMs },
        })
        const onHost = (await countDatabases(transaction)).get(hostId) ?? 0
        await check(transaction, onHost, id)
        return id
      }),

    /** As a part of creating its game server. False: housekeeping has it meanwhile. */
    async keep(
      transaction: Transaction<Schema>,
      { id, state, touchedAtMs }: Pick<StoredDatabase, 'id' | 'state' | 'touchedAtMs'>,
      nowMs: number,
    ): Promise<boolean> {
      const changed = await transaction
        .updateTable('server_databases')
        .set({ state: 'ready', touched_at: nowMs })
        .where('id', '=', id)
        .where('state', '=', state)
        .where('touched_at', '=', touchedAtMs)
        .executeTakeFirst()
      return changed.numUpdatedRows === 1n
    },

    /** False: somebody else has gone on with it meanwhile. */
    async setState(id: number, from: DatabaseState, to: DatabaseState, nowMs: number): Promise<boolean> {
      const changed = await db
        .updateTable('server_databases')
        .set({ state: to, touched_at: nowMs })
        .where('id', '=', id)
        .where('state', '=', from)
        .executeTakeFirst()
      return changed.numUpdatedRows === 1n
    },

    remove: (id: number, also: AlsoWrite = async () => {}): Promise<void> =>
      inTransaction(db, async transaction => {
        await transaction.deleteFrom('server_databases').where('id', '=', id).execute()
        await also(transaction)
      }),

    /** False: another change has begun. */
    async beginPassword(id: number, password: string, nowMs: number): Promise<boolean> {
      const changed = await db
        .updateTable('server_databases')
        .set({ next_password: sealed(password), touched_at: nowMs })
        .where('id', '=', id)
        .where('state', '=', 'ready')
        .where('next_password', 'is', null)
        .executeTakeFirst()
      return changed.numUpdatedRows === 1n
    },

    /** The next one becomes the present one. */
    async endPassword(id: number): Promise<void> {
      await db
        .updateTable('server_databases')
        .set(query => ({ password: query.ref('next_password').$notNull(), next_password: null }))
        .where('id', '=', id)
        .where('next_password', 'is not', null)
        .execute()
    },

    async cancelPassword(id: number): Promise<void> {
      await db.updateTable('server_databases').set({ next_password: null }).where('id', '=', id).execute()
    },

    /** What has not been touched since, with whether its game server is gone for good. */
    async leftovers(untouchedSinceMs: number): Promise<Leftover[]> {
      const found = await rows(db)
        .leftJoin('game_servers', 'game_servers.uuid', 'server_uuid')
        .leftJoin('deleted_game_servers', 'deleted_game_servers.uuid', 'server_uuid')
        .selectAll('server_databases')
        .select(['game_servers.uuid as present', 'deleted_game_servers.uuid as deleted'])
        .where('touched_at', '<', untouchedSinceMs)
        .where(query =>
          query.or([
            query('server_databases.state', '!=', 'ready'),
            query('next_password', 'is not', null),
            query.and([
              query('game_servers.uuid', 'is', null),
              query('deleted_game_servers.uuid', 'is', null),
            ]),
          ]),
        )
        .orderBy('server_databases.id')
        .execute()
      return found.map(({ present, deleted, ...row }) => ({
        ...databaseOf(row),
        isOrphan: present === null && deleted === null,
        isInTrash: present === null && deleted !== null,
      }))
    },

    /** False: another instance of the panel was first. */
    async claim({ id, touchedAtMs }: StoredDatabase, nowMs: number): Promise<boolean> {
      const changed = await db
        .updateTable('server_databases')
        .set({ touched_at: nowMs })
        .where('id', '=', id)
        .where('touched_at', '=', touchedAtMs)
        .executeTakeFirst()
      return changed.numUpdatedRows === 1n
    },
  }
}
