// Ended login sessions, by their jti, until their tokens would have ended by themselves.

import type { Kysely, Transaction } from 'kysely'
import { insertIfAbsent } from '../../platform/database/portable.ts'
import { prepareQuery, type ValueAt } from '../../platform/database/prepared-queries.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface RevocationStore {
  revoke(jti: string, expiresAtMs: number, transaction?: Transaction<Schema>): Promise<void>
  isRevoked(jti: string): Promise<boolean>
  /** Removes a bounded number of rows that no longer matter. */
  purge(nowMs: number): Promise<void>
}

const purgeBatch = 1_000
/** A clock that ran ahead and is set right must not bring an ended session back to life: rows stay this much longer. */
const clockErrorMs = 30 * 86_400_000

export function createRevocationStore(db: Kysely<Schema>): RevocationStore {
  const find = prepareQuery(db, (at: ValueAt<string>) => {
    const jti = at(one => one)
    return db.selectFrom('revoked_login_sessions').select('jti').where('jti', '=', jti)
  })
  return {
    async revoke(jti, expiresAtMs, transaction) {
      await insertIfAbsent(transaction ?? db, 'revoked_login_sessions', { jti, expires_at: expiresAtMs })
    },
    isRevoked: async jti => (await find(jti)).length > 0,
    async purge(nowMs) {
      const old = await db
        .selectFrom('revoked_login_sessions')
        .select('jti')
        .where('expires_at', '<', nowMs - clockErrorMs)
        .limit(purgeBatch)
        .execute()
      if (old.length === 0) return
      const names = old.map(row => row.jti)
      await db.deleteFrom('revoked_login_sessions').where('jti', 'in', names).execute()
    },
  }
}
