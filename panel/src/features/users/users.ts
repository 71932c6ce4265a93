// The people of the panel; the first of them is made when the database is new.

import type { Passwords } from './passwords.ts'
import type { User, UsersStore } from './users-store.ts'

export type { User } from './users-store.ts'

export interface Users {
  findById(id: number): Promise<User | null>
  findByLogin(login: string): Promise<User | null>
  rolesOf(userId: number): Promise<string[]>
  /** True when the password fits; a hash of lower cost than today's is made anew on the way. */
  isPasswordRight(user: User | null, password: string): Promise<boolean>
  /** Makes the first administrator of an empty installation; null when somebody is there already. */
  seedFirstAdministrator(seed: FirstAdministrator): Promise<{ login: string; password: string } | null>
}

export interface FirstAdministrator {
  login: string
  email: string
  /** Skips the password policy (5.7.3). */
  password: string
}

export function createUsers(store: UsersStore, passwords: Passwords, now: () => number): Users {
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
    async seedFirstAdministrator({ login, email, password }) {
      if ((await store.count()) > 0) return null
      const passwordHash = await passwords.hash(password)
      await store.create({ login, name: login, email, passwordHash, roles: ['admin'] }, now())
      return { login, password }
    },
  }
}
