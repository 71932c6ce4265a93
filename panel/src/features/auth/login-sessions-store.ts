// Login sessions in the database: a row for each sign-in until it expires. The token itself is nowhere.

import type { Kysely, Transaction } from 'kysely'
import { isForeignKeyViolation } from '../../platform/database/database-errors.ts'
import { type AlsoWrite, insertIfAbsent, inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { totalOf, type Window } from '../../platform/database/windows.ts'
import type { Use } from '../../platform/last-uses.ts'

export interface NewSession {
  userId: number
  jti: string
  ip: string
  userAgent: string
  restricted: boolean
  createdAtMs: number
  expiresAtMs: number
}

export interface StoredSession {
  id: number
  jti: string
  ip: string
  userAgent: string
  createdAtMs: number
  lastSeenAtMs: number
  expiresAtMs: number
}

/** The sessions of a user that still hold: not expired, not signed out. */
export interface LiveFilter {
  userId: number
  /** Sessions that began earlier are over. */
  validFromMs: number
  nowMs: number
}

/** A use of a session, with what its row says when it has none yet. */
export interface SessionUse extends Use {
  session: Omit<NewSession, 'ip' | 'userAgent'>
}

export interface LoginSessionsStore {
  /** False when the user is gone. */
  create(session: NewSession, also?: AlsoWrite): Promise<boolean>
  /** Without restricted ones, last seen first. */
  list(filter: LiveFilter, window: Window): Promise<{ items: StoredSession[]; total: number }>
  find(filter: LiveFilter, id: number): Promise<StoredSession | null>
  /** With restricted ones. */
  listToEnd(
    transaction: Transaction<Schema>,
    filter: Pick<LiveFilter, 'userId' | 'nowMs'>,
  ): Promise<Pick<StoredSession, 'jti' | 'createdAtMs' | 'expiresAtMs'>[]>
  /** A later time that another instance wrote stays; a session that an earlier version began gets its row. */
  writeLastSeen(uses: [jti: string, use: SessionUse][]): Promise<void>
  /** Removes some of the rows that have expired. */
  purge(nowMs: number): Promise<void>
}

const purgeBatch = 1_000
const longestUserAgent = 255

export function createLoginSessionsStore(db: Kysely<Schema>): LoginSessionsStore {
  const liveSessions = ({ userId, validFromMs, nowMs }: LiveFilter) =>
    db
      .selectFrom('login_sessions as session')
      .where('session.user_id', '=', userId)
      .where('session.restricted', '=', false)
      .where('session.expires_at', '>', nowMs)
      .where('session.created_at', '>=', validFromMs)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('revoked_login_sessions as revoked')
              .select('revoked.jti')
              .whereRef('revoked.jti', '=', 'session.jti'),
          ),
        ),
      )
  const create = async (session: NewSession, also?: AlsoWrite) => {
    try {
      await inTransaction(db, async transaction => {
        await insertIfAbsent(transaction, 'login_sessions', {
          user_id: session.userId,
          jti: session.jti,
          ip: session.ip,
          user_agent: session.userAgent.slice(0, longestUserAgent),
          restricted: session.restricted,
          created_at: session.createdAtMs,
          last_seen_at: session.createdAtMs,
          expires_at: session.expiresAtMs,
        })
        if (!session.restricted)
          await writeSeen(transaction, new Map([[session.userId, session.createdAtMs]]))
        await also?.(transaction)
      })
      return true
    } catch (error) {
      if (isForeignKeyViolation(error)) return false
      throw error
    }
  }
  return {
    create,
    async list(filter, window) {
      const rows = await liveSessions(filter)
        .selectAll('session')
        .orderBy('session.last_seen_at', 'desc')
        .orderBy('session.id', 'desc')
        .limit(window.limit)
        .offset(window.offset)
        .execute()
      const total = await totalOf(rows.length, window, () =>
        liveSessions(filter)
          .select(count => count.fn.countAll().as('total'))
          .executeTakeFirst(),
      )
      return { items: rows.map(sessionOf), total }
    },
    async find(filter, id) {
      const row = await liveSessions(filter)
        .selectAll('session')
        .where('session.id', '=', id)
        .executeTakeFirst()
      return row ? sessionOf(row) : null
    },
    async listToEnd(transaction, { userId, nowMs }) {
      const rows = await transaction
        .selectFrom('login_sessions')
        .select(['jti', 'created_at', 'expires_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', nowMs)
        .execute()
      return rows.map(row => ({
        jti: row.jti,
        createdAtMs: row.created_at,
        expiresAtMs: row.expires_at,
      }))
    },
    async writeLastSeen(uses) {
      const names = uses.map(([jti]) => jti)
      const rows = await db.selectFrom('login_sessions').select('jti').where('jti', 'in', names).execute()
      const known = new Set(rows.map(row => row.jti))
      for (const [jti, { session }] of uses) {
        if (!known.has(jti)) await create({ ...session, ip: '', userAgent: '' })
      }
      const seenAtMs = new Map<number, number>()
      for (const [, { session, usedAtMs }] of uses) {
        seenAtMs.set(session.userId, Math.max(usedAtMs, seenAtMs.get(session.userId) ?? 0))
      }
      await inTransaction(db, async transaction => {
        for (const [jti, { usedAtMs }] of uses) {
          await transaction
            .updateTable('login_sessions')
            .set({ last_seen_at: usedAtMs })
            .where('jti', '=', jti)
            .where('last_seen_at', '<', usedAtMs)
            .execute()
        }
      })
      await inTransaction(db, transaction => writeSeen(transaction, seenAtMs))
    },
    async purge(nowMs) {
      const old = await db
        .selectFrom('login_sessions')
        .select('id')
        .where('expires_at', '<=', nowMs)
        .limit(purgeBatch)
        .execute()
      if (old.length === 0) return
      const ids = old.map(row => row.id)
      await db.deleteFrom('login_sessions').where('id', 'in', ids).execute()
    },
  }
}

/** Of the users themselves: it outlives their sessions. In the order of ids, so that nobody waits for each other. */
async function writeSeen(
  transaction: Transaction<Schema>,
  seenAtMs: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [userId, atMs] of [...seenAtMs].sort(([a], [b]) => a - b)) {
    await transaction
      .updateTable('users')
      .set({ last_seen_at: atMs })
      .where('id', '=', userId)
      .where('last_seen_at', '<', atMs)
      .execute()
  }
}

interface SessionRow {
  id: number
  jti: string
  ip: string
  user_agent: string
  created_at: number
  last_seen_at: number
  expires_at: number
}

function sessionOf(row: SessionRow): StoredSession {
  return {
    id: row.id,
    jti: row.jti,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAtMs: row.created_at,
    lastSeenAtMs: row.last_seen_at,
    expiresAtMs: row.expires_at,
  }
}
