// Offers of ownership in the database.

import type { Kysely, Transaction } from 'kysely'
import { toBoolean, upsert } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'

interface Person {
  id: number
  login: string
  name: string
}

export interface StoredOffer {
  server: { id: number; name: string; game: string }
  /** Of the game server as it is now. */
  ownerId: number | null
  to: Person
  from: Person
  keepAccess: boolean
  createdAtMs: number
}

type Db = Kysely<Schema>

export function createOffersStore(db: Db) {
  const select = (within: Db) =>
    within
      .selectFrom('ownership_offers')
      .innerJoin('game_servers', 'game_servers.id', 'ownership_offers.server_id')
      .innerJoin('templates', 'templates.id', 'game_servers.template_id')
      .innerJoin('users as to_user', 'to_user.id', 'ownership_offers.to_user_id')
      .innerJoin('users as from_user', 'from_user.id', 'ownership_offers.offered_by')
      .select([
        'game_servers.id as server_id',
        'game_servers.name as server_name',
        'game_servers.owner_id',
        'templates.game',
        'to_user.id as to_id',
        'to_user.login as to_login',
        'to_user.name as to_name',
        'from_user.id as from_id',
        'from_user.login as from_login',
        'from_user.name as from_name',
        'ownership_offers.keep_access',
        'ownership_offers.created_at',
      ])
  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]
  const offerOf = (row: Row): StoredOffer => ({
    server: { id: row.server_id, name: row.server_name, game: row.game },
    ownerId: row.owner_id,
    to: { id: row.to_id, login: row.to_login, name: row.to_name },
    from: { id: row.from_id, login: row.from_login, name: row.from_name },
    keepAccess: toBoolean(row.keep_access),
    createdAtMs: row.created_at,
  })

  return {
    async find(gameServerId: number, within: Db = db): Promise<StoredOffer | null> {
      const row = await select(within)
        .where('ownership_offers.server_id', '=', gameServerId)
        .executeTakeFirst()
      return row ? offerOf(row) : null
    },
    /** Newest first. */
    async to(userId: number): Promise<StoredOffer[]> {
      const rows = await select(db)
        .where('ownership_offers.to_user_id', '=', userId)
        .orderBy('ownership_offers.created_at', 'desc')
        .execute()
      return rows.map(offerOf)
    },
    async put(
      transaction: Transaction<Schema>,
      gameServerId: number,
      {
        fromId,
        toId,
        keepAccess,
        nowMs,
      }: { fromId: number; toId: number; keepAccess: boolean; nowMs: number },
    ): Promise<void> {
      const values = { to_user_id: toId, offered_by: fromId, keep_access: keepAccess, created_at: nowMs }
      const row = { server_id: gameServerId, ...values }
      await upsert(transaction, 'ownership_offers', row, ['server_id'], values)
    },
    /** False: it is gone already. */
    async remove(transaction: Transaction<Schema>, gameServerId: number): Promise<boolean> {
      const removed = await transaction
        .deleteFrom('ownership_offers')
        .where('server_id', '=', gameServerId)
        .executeTakeFirst()
      return removed.numDeletedRows === 1n
    },
  }
}
