// Keys of service accounts in the database: of the secret only its SHA-256.

import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import {
  type AlsoWrite,
  insertReturningId,
  inTransaction,
  lockRows,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { totalOf, type Window } from '../../platform/database/windows.ts'
import type { Use } from '../../platform/last-uses.ts'

export interface StoredKey {
  id: number
  userId: number
  name: string
  prefix: string
  addresses: string[]
  expiresAtMs: number | null
  rotatedAtMs: number | null
  lastUsedAtMs: number | null
  lastUsedIp: string | null
  createdAtMs: number
}

/** What recognizing needs: the key, and its account as it is now. */
export interface KeyWithAccount extends StoredKey {
  secretHash: string
  account: { login: string; disabledAtMs: number | null }
}

export interface NewKey {
  userId: number
  name: string
  addresses: readonly string[]
  expiresAtMs: number | null
  /** Known only when the id is. */
  secretOf(keyId: number): { hash: string; prefix: string }
}

export interface KeyUse extends Use {
  ip: string
}

export interface KeysOfAccount {
  /** That have not ended. */
  live: number
  lastUsedAtMs: number | null
}

const storedAddresses = z.array(z.string())
type Transaction = Parameters<AlsoWrite>[0]

export type ServiceAccountsStore = ReturnType<typeof createServiceAccountsStore>

export function createServiceAccountsStore(db: Kysely<Schema>) {
  async function insertKey(transaction: Transaction, key: NewKey, nowMs: number): Promise<number> {
    const id = await insertReturningId(transaction, 'service_account_keys', {
      user_id: key.userId,
      name: key.name,
      prefix: '',
      secret_hash: '',
      addresses: JSON.stringify(key.addresses),
      expires_at: key.expiresAtMs,
      rotated_at: null,
      last_used_at: null,
      last_used_ip: null,
      created_at: nowMs,
    })
    const { hash, prefix } = key.secretOf(id)
    await transaction
      .updateTable('service_account_keys')
      .set({ secret_hash: hash, prefix })
      .where('id', '=', id)
      .execute()
    return id
  }

  /** Holds the account, so that of several keys made at once each counts those before it. */
  async function liveOfLocked(transaction: Transaction, userId: number, nowMs: number) {
    const account = transaction.selectFrom('users').select('id').where('id', '=', userId)
    const [found] = await lockRows(transaction, account.where('kind', '=', 'service')).execute()
    if (!found) return null
    const keys = await transaction
      .selectFrom('service_account_keys')
      .select('expires_at')
      .where('user_id', '=', userId)
      .execute()
    return keys.filter(key => key.expires_at === null || key.expires_at > nowMs).length
  }

  return {
    /** Null when the account is gone; `check` sees how many keys it has. */
    createKey: (key: NewKey, nowMs: number, check: (live: number) => void, also: AlsoWrite) =>
      inTransaction(db, async transaction => {
        const live = await liveOfLocked(transaction, key.userId, nowMs)
        if (live === null) return null
        check(live)
        await also(transaction)
        return insertKey(transaction, key, nowMs)
      }),

    /** Null when the old key is gone, or was replaced already. */
    replaceKey: (
      old: { keyId: number; endsAtMs: number },
      key: NewKey,
      nowMs: number,
      check: (live: number) => void,
      also: AlsoWrite,
    ) =>
      inTransaction(db, async transaction => {
        const live = await liveOfLocked(transaction, key.userId, nowMs)
        if (live === null) return null
        const { numUpdatedRows } = await transaction
          .updateTable('service_account_keys')
          .set({ expires_at: old.endsAtMs, rotated_at: nowMs })
          .where('id', '=', old.keyId)
          .where('rotated_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows !== 1n) return null
        check(live)
        await also(transaction)
        return insertKey(transaction, key, nowMs)
      }),

    /** Null when the key or its account is gone. */
    async findWithAccount(keyId: number): Promise<KeyWithAccount | null> {
      const row = await db
        .selectFrom('service_account_keys as key')
        .innerJoin('users', 'users.id', 'key.user_id')
        .selectAll('key')
        .select(['users.login', 'users.disabled_at'])
        .where('key.id', '=', keyId)
        .where('users.kind', '=', 'service')
        .executeTakeFirst()
      if (!row) return null
      const { login, disabled_at, ...key } = row
      return { ...keyOf(key), secretHash: key.secret_hash, account: { login, disabledAtMs: disabled_at } }
    },

    async find(userId: number, keyId: number): Promise<StoredKey | null> {
      const row = await db
        .selectFrom('service_account_keys')
        .selectAll()
        .where('id', '=', keyId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row ? keyOf(row) : null
    },

    async list(userId: number, { limit, offset }: Window): Promise<{ items: StoredKey[]; total: number }> {
      const ofAccount = db.selectFrom('service_account_keys').where('user_id', '=', userId)
      const rows = await ofAccount.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
      const total = await totalOf(rows.length, { limit, offset }, () =>
        ofAccount.select(count => count.fn.countAll().as('total')).executeTakeFirst(),
      )
      return { items: rows.map(keyOf), total }
    },

    async ofAccounts(userIds: readonly number[], nowMs: number): Promise<Map<number, KeysOfAccount>> {
      const accounts = new Map<number, KeysOfAccount>()
      if (userIds.length === 0) return accounts
      const rows = await db
        .selectFrom('service_account_keys')
        .select(['user_id', 'expires_at', 'last_used_at'])
        .where('user_id', 'in', userIds)
        .execute()
      for (const row of rows) {
        const { live, lastUsedAtMs } = accounts.get(row.user_id) ?? { live: 0, lastUsedAtMs: null }
        const isLive = row.expires_at === null || row.expires_at > nowMs
        accounts.set(row.user_id, {
          live: live + Number(isLive),
          lastUsedAtMs:
            row.last_used_at === null ? lastUsedAtMs : Math.max(row.last_used_at, lastUsedAtMs ?? 0),
        })
      }
      return accounts
    },

    remove: (keyId: number, also: AlsoWrite) =>
      inTransaction(db, async transaction => {
        const { numDeletedRows } = await transaction
          .deleteFrom('service_account_keys')
          .where('id', '=', keyId)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 1n) await also(transaction)
      }),

    /** Those that ended long ago tell nobody anything any more. */
    async purgeEnded(beforeMs: number): Promise<void> {
      await db.deleteFrom('service_account_keys').where('expires_at', '<', beforeMs).execute()
    },

    /** A later use that another instance wrote stays. */
    writeLastUses: (uses: [keyId: number, use: KeyUse][]) =>
      inTransaction(db, async transaction => {
        for (const [keyId, { usedAtMs, ip }] of uses) {
          await transaction
            .updateTable('service_account_keys')
            .set({ last_used_at: usedAtMs, last_used_ip: ip })
            .where('id', '=', keyId)
            .where(where =>
              where.or([where('last_used_at', 'is', null), where('last_used_at', '<', usedAtMs)]),
            )
            .execute()
        }
        // Of the accounts themselves: it outlives their keys. In the order of ids, so that nobody waits for each other.
        const keys = await transaction
          .selectFrom('service_account_keys')
          .select(['id', 'user_id'])
          .where(
            'id',
            'in',
            uses.map(([keyId]) => keyId),
          )
          .orderBy('user_id')
          .execute()
        const usedAtMs = new Map(uses.map(([keyId, use]) => [keyId, use.usedAtMs]))
        for (const { id, user_id } of keys) {
          const atMs = usedAtMs.get(id) ?? 0
          await transaction
            .updateTable('users')
            .set({ last_seen_at: atMs })
            .where('id', '=', user_id)
            .where('last_seen_at', '<', atMs)
            .execute()
        }
      }),
  }
}

function keyOf(row: Selectable<Schema['service_account_keys']>): StoredKey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    prefix: row.prefix,
    addresses: parseJson(storedAddresses, row.addresses, `the addresses of key ${row.id}`),
    expiresAtMs: row.expires_at,
    rotatedAtMs: row.rotated_at,
    lastUsedAtMs: row.last_used_at,
    lastUsedIp: row.last_used_ip,
    createdAtMs: row.created_at,
  }
}
