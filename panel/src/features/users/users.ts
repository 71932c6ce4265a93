// The people of the panel: who they are, their passwords, and the first of them, made when the database is new.

import type { Changes } from '../../platform/changes.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { findPasswordProblem } from './logic/password-policy.ts'
import type { Passwords } from './passwords.ts'
import type { User, UserChange, UsersStore } from './users-store.ts'

export type { User } from './users-store.ts'

export interface Users {
  findById(id: number): Promise<User | null>
  findByLogin(login: string): Promise<User | null>
  rolesOf(userId: number): Promise<string[]>
  /** True when the password fits; a hash of lower cost than today's is made anew on the way. */
  isPasswordRight(user: User | null, password: string): Promise<boolean>
  /** Refuses a new password that the policy of section 5.7 does not accept. */
  checkNewPassword(password: string): void
  /** Known everywhere when it returns. Personal access tokens made before a new password are dead from here on. */
  change(user: User, change: ProfileChange): Promise<void>
  /** Known everywhere when it returns; nothing that the user signed in with works any more. */
  remove(userId: number): Promise<void>
  /** Makes the first administrator of an empty installation; null when somebody is there already. */
  seedFirstAdministrator(seed: FirstAdministrator): Promise<{ login: string; password: string } | null>
}

export interface ProfileChange extends Omit<UserChange, 'password'> {
  password?: string | undefined
}

export interface FirstAdministrator {
  login: string
  email: string
  /** Skips the password policy (5.7.3). */
  password: string
}

interface UsersParts {
  store: UsersStore
  passwords: Passwords
  /** Always false where weak passwords are allowed. */
  isCompromised(password: string): boolean
  changes: Changes
  now(): number
}

export function createUsers({ store, passwords, isCompromised, changes, now }: UsersParts): Users {
  const checkNewPassword = (password: string) => {
    const problem = findPasswordProblem(password, isCompromised)
    if (problem !== null) throw invalidField('password', problem)
  }
  return {
    findById: store.findById,
    findByLogin: store.findByLogin,
    rolesOf: store.rolesOf,
    async isPasswordRight(user, password) {
      const isRight = await passwords.verify(password, user?.passwordHash ?? null)
      if (isRight && user && passwords.needsRehash(user.passwordHash)) {
        await store.replaceHash(user.id, user.passwordHash, await passwords.hash(password))
      }
      return isRight
    },
    checkNewPassword,
    async change(user, { password, ...rest }) {
      const wanted: UserChange = rest
      if (password !== undefined) {
        checkNewPassword(password)
        wanted.password = { hash: await passwords.hash(password), replacesVersion: user.passwordVersion }
      }
      if (!(await store.change(user.id, wanted, now()))) {
        throw new PanelError('conflict', { message: 'the user was changed by somebody else, look again' })
      }
      await changes.tellEverywhere({ kind: 'user-changed', userId: user.id })
    },
    async remove(userId) {
      if (!(await store.remove(userId))) throw new PanelError('not_found')
      await changes.tellEverywhere({ kind: 'user-changed', userId })
    },
    async seedFirstAdministrator({ login, email, password }) {
      if ((await store.count()) > 0) return null
      const passwordHash = await passwords.hash(password)
      await store.create({ login, name: login, email, passwordHash, roles: ['admin'] }, now())
      return { login, password }
    },
  }
}
