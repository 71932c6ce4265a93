// Personal access tokens in the database: of the secret only its SHA-256.

import { personalAccessToken } from '@rookery/contracts/http/tokens.ts'
import type { TokenAbility } from '@rookery/contracts/token-abilities.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import {
  type AlsoWrite,
  insertReturningId,
  inTransaction,
  lockRows,
} from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Use } from '../../platform/last-uses.ts'

export interface NewToken {
  userId: number
  name: string
  abilities: TokenAbility[]
  expiresAtMs: number | null
  gameServerIds: number[] | null
  secretHash: string
}

/** What recognizing needs: the token, and its owner as they are now. */
export interface TokenWithOwner {
  id: number
  userId: number
  secretHash: string
  abilities: TokenAbility[]
  expiresAtMs: number | null
  gameServerIds: number[] | null
  passwordVersion: number
  owner: { login: string; passwordVersion: number; isSuspended: boolean }
}

export interface ListedToken {
  id: number
  name: string
  abilities: TokenAbility[]
  expiresAtMs: number | null
  gameServerIds: number[] | null
  lastUsedAtMs: number | null
  createdAtMs: number
}

export interface TokensStore {
  /** Carries the owner's password version of this very moment (T-023); null when the owner is gone. */
  create(token: NewToken, nowMs: number, also?: AlsoWrite): Promise<number | null>
  /** Null when the token or its owner is gone. */
  find(id: number): Promise<TokenWithOwner | null>
  /** Those that a new password has not ended, newest first; also those whose time is over. */
  list(
    userId: number,
    page: { limit: number; offset: number },
  ): Promise<{ items: ListedToken[]; total: number }>
  ownerOf(id: number): Promise<{ userId: number; name: string } | null>
  remove(id: number, also?: AlsoWrite): Promise<void>
  /** Of these game servers, those that there are. */
  existingGameServers(ids: readonly number[]): Promise<number[]>
  /** A later use that another instance wrote stays. */
  writeLastUses(uses: [tokenId: number, use: Use][]): Promise<void>
}

export function createTokensStore(db: Kysely<Schema>): TokensStore {
  const workingTokensOf = (userId: number) =>
    db
      .selectFrom('personal_access_tokens as token')
      .innerJoin('users', join =>
        join
          .onRef('users.id', '=', 'token.user_id')
          .onRef('users.password_version', '=', 'token.password_version'),
      )
      .where('token.user_id', '=', userId)
  return {
    create: ({ userId, name, abilities, expiresAtMs, gameServerIds, secretHash }, nowMs, also) =>
      inTransaction(db, async transaction => {
        const owner = await lockRows(
          transaction,
          transaction.selectFrom('users').select('password_version').where('id', '=', userId),
        ).executeTakeFirst()
        if (!owner) return null
        await also?.(transaction)
        return insertReturningId(transaction, 'personal_access_tokens', {
          user_id: userId,
          name,
          abilities: JSON.stringify(abilities),
          secret_hash: secretHash,
          password_version: owner.password_version,
          last_used_at: null,
          created_at: nowMs,
          expires_at: expiresAtMs,
          server_ids: gameServerIds && JSON.stringify(gameServerIds),
        })
      }),
    async find(id) {
      const row = await db
        .selectFrom('personal_access_tokens as token')
        .innerJoin('users', 'users.id', 'token.user_id')
        .select([
          'token.id',
          'token.user_id',
          'token.secret_hash',
          'token.abilities',
          'token.expires_at',
          'token.server_ids',
          'token.password_version',
        ])
        .select(['users.login', 'users.password_version as owner_password_version', 'users.suspended_at'])
        .where('token.id', '=', id)
        .executeTakeFirst()
      if (!row) return null
      return {
        id: row.id,
        userId: row.user_id,
        secretHash: row.secret_hash,
        abilities: abilitiesOf(row),
        expiresAtMs: row.expires_at,
        gameServerIds: gameServersOf(row),
        passwordVersion: row.password_version,
        owner: {
          login: row.login,
          passwordVersion: row.owner_password_version,
          isSuspended: row.suspended_at !== null,
        },
      }
    },
    async list(userId, { limit, offset }) {
      const [rows, counted] = await Promise.all([
        workingTokensOf(userId)
          .select(['token.id', 'token.name', 'token.abilities', 'token.last_used_at', 'token.created_at'])
          .select(['token.expires_at', 'token.server_ids'])
          .orderBy('token.id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        workingTokensOf(userId)
          .select(count => count.fn.countAll().as('total'))
          .executeTakeFirst(),
      ])
      const items = rows.map(row => ({
        id: row.id,
        name: row.name,
        abilities: abilitiesOf(row),
        expiresAtMs: row.expires_at,
        gameServerIds: gameServersOf(row),
        lastUsedAtMs: row.last_used_at,
        createdAtMs: row.created_at,
      }))
      return { items, total: Number(counted?.total ?? 0) }
    },
    async ownerOf(id) {
      const row = await db
        .selectFrom('personal_access_tokens')
        .select(['user_id', 'name'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? { userId: row.user_id, name: row.name } : null
    },
    remove: (id, also) =>
      inTransaction(db, async transaction => {
        const { numDeletedRows } = await transaction
          .deleteFrom('personal_access_tokens')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 1n) await also?.(transaction)
      }),
    async existingGameServers(ids) {
      if (ids.length === 0) return []
      const rows = await db.selectFrom('game_servers').select('id').where('id', 'in', ids).execute()
      return rows.map(row => row.id)
    },
    writeLastUses: uses =>
      inTransaction(db, async transaction => {
        for (const [tokenId, { usedAtMs }] of uses) {
          await transaction
            .updateTable('personal_access_tokens')
            .set({ last_used_at: usedAtMs })
            .where('id', '=', tokenId)
            .where(where =>
              where.or([where('last_used_at', 'is', null), where('last_used_at', '<', usedAtMs)]),
            )
            .execute()
        }
      }),
  }
}

function abilitiesOf({ id, abilities }: { id: number; abilities: string }): TokenAbility[] {
  return parseJson(personalAccessToken.shape.abilities, abilities, `the abilities of token ${id}`)
}

const storedIds = z.array(z.int())

function gameServersOf({ id, server_ids }: { id: number; server_ids: string | null }): number[] | null {
  return server_ids === null ? null : parseJson(storedIds, server_ids, `the game servers of token ${id}`)
}
