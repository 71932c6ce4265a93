// Keys and passwords for SFTP in the database: of a password only its SHA-256.

import type { Kysely } from 'kysely'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import {
  type AlsoCreate,
  insertReturningId,
  inTransaction,
  lockRows,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'

export interface StoredKey {
  id: number
  name: string
  publicKey: string
  fingerprint: string
  lastUsedAtMs: number | null
  createdAtMs: number
}

export interface NewKey {
  userId: number
  name: string
  publicKey: string
  fingerprint: string
}

interface AddingKey {
  limit: number
  nowMs: number
  also: AlsoCreate
}

export interface StoredPassword {
  hash: string | null
  madeAtMs: number | null
}

export interface SftpStore {
  /** The oldest first. */
  keysOf(userId: number): Promise<StoredKey[]>
  findKey(userId: number, key: { fingerprint: string } | { id: number }): Promise<StoredKey | null>
  /** Holds the limit also when several are added at once. */
  addKey(key: NewKey, adding: AddingKey): Promise<number | 'taken' | 'too many' | 'nobody'>
  /** False when this person has no such key. */
  removeKey(userId: number, id: number): Promise<boolean>
  noteUse(keyId: number, nowMs: number): Promise<void>
  passwordOf(userId: number): Promise<StoredPassword>
  setPassword(userId: number, password: StoredPassword): Promise<void>
}

const keyColumns = ['id', 'name', 'public_key', 'fingerprint', 'last_used_at', 'created_at'] as const

interface KeyRow {
  id: number
  name: string
  public_key: string
  fingerprint: string
  last_used_at: number | null
  created_at: number
}

export function createSftpStore(db: Kysely<Schema>): SftpStore {
  const keysOf = (userId: number) =>
    db.selectFrom('ssh_keys').select(keyColumns).where('user_id', '=', userId)
  return {
    keysOf: async userId => (await keysOf(userId).orderBy('id').execute()).map(keyOf),
    async findKey(userId, key) {
      const query =
        'id' in key
          ? keysOf(userId).where('id', '=', key.id)
          : keysOf(userId).where('fingerprint', '=', key.fingerprint)
      const row = await query.executeTakeFirst()
      return row ? keyOf(row) : null
    },
    addKey: (key, adding) => addKey(db, key, adding),
    async removeKey(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('ssh_keys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
    async noteUse(keyId, nowMs) {
      await db.updateTable('ssh_keys').set({ last_used_at: nowMs }).where('id', '=', keyId).execute()
    },
    async passwordOf(userId) {
      const row = await db
        .selectFrom('users')
        .select(['sftp_password_hash', 'sftp_password_made_at'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return { hash: row?.sftp_password_hash ?? null, madeAtMs: row?.sftp_password_made_at ?? null }
    },
    async setPassword(userId, { hash, madeAtMs }) {
      await db
        .updateTable('users')
        .set({ sftp_password_hash: hash, sftp_password_made_at: madeAtMs })
        .where('id', '=', userId)
        .execute()
    },
  }
}

async function addKey(
  db: Kysely<Schema>,
  { userId, name, publicKey, fingerprint }: NewKey,
  { limit, nowMs, also }: AddingKey,
) {
  try {
    return await inTransaction(db, async transaction => {
      const owner = transaction.selectFrom('users').select('id').where('id', '=', userId)
      if (!(await lockRows(transaction, owner).executeTakeFirst())) return 'nobody' as const
      const counted = await transaction
        .selectFrom('ssh_keys')
        .select(count => count.fn.countAll().as('total'))
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (Number(counted?.total ?? 0) >= limit) return 'too many' as const
      const id = await insertReturningId(transaction, 'ssh_keys', {
        user_id: userId,
        name,
        public_key: publicKey,
        fingerprint,
        last_used_at: null,
        created_at: nowMs,
      })
      await also(transaction, id)
      return id
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken' as const
    throw error
  }
}

function keyOf(row: KeyRow): StoredKey {
  return {
    id: row.id,
    name: row.name,
    publicKey: row.public_key,
    fingerprint: row.fingerprint,
    lastUsedAtMs: row.last_used_at,
    createdAtMs: row.created_at,
  }
}
