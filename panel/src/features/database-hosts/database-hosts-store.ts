// The rows of database hosts.

import type { DatabaseHostConnection } from '@rookery/contracts/http/database-hosts.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import {
  type AlsoCreate,
  type AlsoWrite,
  insertReturningId,
  inTransaction,
  lockRows,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { StoredSecret } from '../../platform/secret.ts'
import { readSecret, type SecretBox, storedText } from '../../platform/secret-box.ts'

export interface HostInput extends DatabaseHostConnection {
  name: string
  password: StoredSecret
  addressForGames: string | null
  portForGames: number | null
  maxDatabases: number | null
  /** Null: all. */
  nodeIds: readonly number[] | null
}

export interface StoredHost extends HostInput {
  id: number
  createdAtMs: number
}

const ids = z.array(z.int())

/** By host, whatever their state: they are there, or may be. */
export async function countDatabases(within: Kysely<Schema>): Promise<Map<number, number>> {
  const counted = await within
    .selectFrom('server_databases')
    .select(query => ['host_id', query.fn.countAll().as('n')])
    .groupBy('host_id')
    .execute()
  return new Map(counted.map(({ host_id, n }) => [host_id, Number(n)]))
}

/** `box` opens and seals the passwords. */
export function createDatabaseHostsStore(db: Kysely<Schema>, box: SecretBox) {
  const hostOf = (row: Selectable<Schema['database_hosts']>): StoredHost => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    address: row.address,
    port: row.port,
    user: row.login,
    password: readSecret(box, row.password),
    tls: row.tls,
    authorities: row.authorities,
    addressForGames: row.address_for_games,
    portForGames: row.port_for_games,
    maxDatabases: row.max_databases,
    nodeIds: row.node_ids === null ? null : parseJson(ids, row.node_ids, `nodes of database host ${row.id}`),
    createdAtMs: Number(row.created_at),
  })
  const columnsOf = (host: HostInput) => ({
    name: host.name,
    kind: host.kind,
    address: host.address,
    port: host.port,
    login: host.user,
    password: storedText(box, host.password),
    tls: host.tls,
    authorities: host.authorities,
    address_for_games: host.addressForGames,
    port_for_games: host.portForGames,
    max_databases: host.maxDatabases,
    node_ids: host.nodeIds === null ? null : JSON.stringify(host.nodeIds),
  })
  const rowOf = (within: Kysely<Schema>, id: number) =>
    within.selectFrom('database_hosts').selectAll().where('id', '=', id)

  return {
    async list(): Promise<StoredHost[]> {
      return (await db.selectFrom('database_hosts').selectAll().orderBy('id').execute()).map(hostOf)
    },

    async find(id: number): Promise<StoredHost | null> {
      const row = await rowOf(db, id).executeTakeFirst()
      return row ? hostOf(row) : null
    },

    create: (input: HostInput, nowMs: number, also: AlsoCreate): Promise<number> =>
      inTransaction(db, async transaction => {
        const id = await insertReturningId(transaction, 'database_hosts', {
          ...columnsOf(input),
          created_at: nowMs,
        })
        await also(transaction, id)
        return id
      }),

    /** `check` throws when the present one must stay. */
    change: (id: number, input: HostInput, check: (present: StoredHost) => void, also: AlsoWrite) =>
      inTransaction(db, async transaction => {
        const present = await lockRows(transaction, rowOf(transaction, id)).executeTakeFirst()
        if (present) check(hostOf(present))
        await transaction.updateTable('database_hosts').set(columnsOf(input)).where('id', '=', id).execute()
        await also(transaction)
      }),

    /** With what is known of databases there; `check` throws when it must stay because of them. */
    remove: (id: number, check: (databases: number) => void, also: AlsoWrite): Promise<void> =>
      inTransaction(db, async transaction => {
        await lockRows(transaction, rowOf(transaction, id)).executeTakeFirst()
        check((await countDatabases(transaction)).get(id) ?? 0)
        await transaction.deleteFrom('server_databases').where('host_id', '=', id).execute()
        await transaction.deleteFrom('database_hosts').where('id', '=', id).execute()
        await also(transaction)
      }),

    countDatabases: () => countDatabases(db),

    async nodeIds(): Promise<number[]> {
      return (await db.selectFrom('nodes').select('id').orderBy('id').execute()).map(({ id }) => id)
    },
  }
}
