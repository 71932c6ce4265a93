// Which requests have created something, what, and how they were answered.

import type { Kysely, Transaction } from 'kysely'
import { insertIfAbsent } from '../database/portable.ts'
import type { Schema } from '../database/schema.ts'

export interface StoredRequest {
  fingerprint: string
  /** JSON: what names it. */
  created: string
  /** Sealed; null: it has not been answered yet, or never was. */
  answer: string | null
  createdAtMs: number
}

/** Nobody waits long for one step of cleaning up. */
const rowsAtOnce = 500

export function createIdempotentRequestsStore(db: Kysely<Schema>) {
  return {
    async find(name: string): Promise<StoredRequest | null> {
      const query = db.selectFrom('idempotent_requests').selectAll().where('name', '=', name)
      const row = await query.executeTakeFirst()
      if (!row) return null
      const { fingerprint, created, answer, created_at } = row
      return { fingerprint, created, answer, createdAtMs: created_at }
    },

    /** False: another one with this name has created it. One whose transaction is open is waited for. */
    add: (
      transaction: Transaction<Schema>,
      name: string,
      { createdAtMs, ...request }: Omit<StoredRequest, 'answer'>,
    ): Promise<boolean> =>
      insertIfAbsent(transaction, 'idempotent_requests', {
        ...{ name, ...request },
        created_at: createdAtMs,
        answer: null,
      }),

    /** The first one stays. */
    async setAnswer(name: string, sealed: string): Promise<void> {
      const update = db.updateTable('idempotent_requests').set({ answer: sealed })
      await update.where('name', '=', name).where('answer', 'is', null).execute()
    },

    async forget(transaction: Transaction<Schema>, name: string): Promise<void> {
      await transaction.deleteFrom('idempotent_requests').where('name', '=', name).execute()
    },

    /** This one, and not another that has its name by now. */
    async forgetOld(name: string, { createdAtMs }: Pick<StoredRequest, 'createdAtMs'>): Promise<void> {
      const ofName = db.deleteFrom('idempotent_requests').where('name', '=', name)
      await ofName.where('created_at', '=', createdAtMs).execute()
    },

    /** True when there are perhaps more to forget. */
    async forgetUntil(untilMs: number): Promise<boolean> {
      const query = db.selectFrom('idempotent_requests').select('name').where('created_at', '<=', untilMs)
      const names = (await query.limit(rowsAtOnce).execute()).map(row => row.name)
      if (names.length > 0) await db.deleteFrom('idempotent_requests').where('name', 'in', names).execute()
      return names.length === rowsAtOnce
    },
  }
}
