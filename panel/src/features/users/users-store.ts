// Users and their roles in the database.

import type { Kysely } from 'kysely'
import { insertReturningId, inTransaction, toBoolean } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { loginKey } from './logic/login-key.ts'

export interface User {
  id: number
  login: string
  name: string
  email: string
  passwordHash: string
  passwordVersion: number
  metadata: Record<string, unknown>
  language: string | null
  twoFactorEnabled: boolean
  createdAtMs: number
}

export interface NewUser {
  login: string
  name: string
  email: string
  passwordHash: string
  roles: string[]
}

export interface UserChange {
  name?: string | undefined
  email?: string | undefined
  language?: string | undefined
  /** A new password, and the version that it replaces. */
  password?: { hash: string; replacesVersion: number } | undefined
}

export interface UsersStore {
  findById(id: number): Promise<User | null>
  findByLogin(login: string): Promise<User | null>
  rolesOf(userId: number): Promise<string[]>
  count(): Promise<number>
  create(user: NewUser, nowMs: number): Promise<number>
  /** Only while the stored hash is still the old one: a password change in between wins. */
  replaceHash(userId: number, oldHash: string, newHash: string): Promise<void>
  /** All of it or nothing; false when the user is gone or the password was changed by somebody else meanwhile. */
  change(userId: number, change: UserChange, nowMs: number): Promise<boolean>
  /** With roles, permissions and personal access tokens. False when there was none. */
  remove(userId: number): Promise<boolean>
}

export function createUsersStore(db: Kysely<Schema>): UsersStore {
  const read = async (column: 'id' | 'login_key', value: number | string): Promise<User | null> => {
    const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst()
    if (!row) return null
    return {
      id: row.id,
      login: row.login,
      name: row.name,
      email: row.email ?? '',
      passwordHash: row.password_hash,
      passwordVersion: row.password_version,
      metadata: JSON.parse(row.metadata) as Record<string, unknown>,
      language: row.language,
      twoFactorEnabled: toBoolean(row.two_factor_enabled),
      createdAtMs: row.created_at,
    }
  }
  return {
    findById: id => read('id', id),
    findByLogin: login => read('login_key', loginKey(login)),
    async rolesOf(userId) {
      const rows = await db
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'user_roles.role_id')
        .select('roles.name')
        .where('user_roles.user_id', '=', userId)
        .orderBy('roles.name')
        .execute()
      return rows.map(row => row.name)
    },
    async count() {
      const row = await db
        .selectFrom('users')
        .select(count => count.fn.countAll().as('total'))
        .executeTakeFirst()
      return Number(row?.total ?? 0)
    },
    create: (user, nowMs) =>
      inTransaction(db, async transaction => {
        const id = await insertReturningId(transaction, 'users', {
          login: user.login,
          login_key: loginKey(user.login),
          name: user.name,
          email: user.email === '' ? null : user.email,
          password_hash: user.passwordHash,
          metadata: '{}',
          language: null,
          created_at: nowMs,
          updated_at: nowMs,
        })
        if (user.roles.length === 0) return id
        const roles = await transaction
          .selectFrom('roles')
          .select('id')
          .where('name', 'in', user.roles)
          .execute()
        for (const role of roles) {
          await transaction.insertInto('user_roles').values({ user_id: id, role_id: role.id }).execute()
        }
        return id
      }),
    async replaceHash(userId, oldHash, newHash) {
      await db
        .updateTable('users')
        .set({ password_hash: newHash })
        .where('id', '=', userId)
        .where('password_hash', '=', oldHash)
        .execute()
    },
    async change(userId, { name, email, language, password }, nowMs) {
      let query = db
        .updateTable('users')
        .set({
          updated_at: nowMs,
          ...(name === undefined ? {} : { name }),
          ...(email === undefined ? {} : { email: email === '' ? null : email }),
          ...(language === undefined ? {} : { language }),
        })
        .where('id', '=', userId)
      if (password) {
        query = query
          .set({ password_hash: password.hash, password_version: password.replacesVersion + 1 })
          .where('password_version', '=', password.replacesVersion)
      }
      const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    async remove(userId) {
      const { numDeletedRows } = await db
        .deleteFrom('users')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
  }
}
