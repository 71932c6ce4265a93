// The people of the panel: who they are, their passwords and roles, and the first of them, made when the database is new.

import type { Profile } from '@rookery/contracts/http/profile.ts'
import type { Kysely } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import { isUniqueViolation } from '../../platform/database/database-errors.ts'
import { inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { EventFeed, NewEvent } from '../event-feed/event-feed.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { openCompromisedPasswords } from './compromised-passwords.ts'
import { findPasswordProblem } from './logic/password-policy.ts'
import { createPasswords } from './passwords.ts'
import { userRoutes } from './routes.ts'
import {
  createUsersStore,
  type ListedUser,
  type NewUser,
  type User,
  type UserChange,
  type UserFilter,
  type UsersStore,
} from './users-store.ts'

export type { ListedUser, User, UserSort } from './users-store.ts'

export interface Users {
  findById(id: number): Promise<User | null>
  /** A person: service accounts do not sign in. */
  findByLogin(login: string): Promise<User | null>
  /** A person or a service account; refuses with not_found. */
  require(id: number): Promise<User>
  /** Refuses with not_found. */
  requirePerson(id: number): Promise<User>
  /** `within`: a transaction that is open. */
  rolesOf(userId: number, within?: Kysely<Schema>): Promise<string[]>
  list(
    filter: UserFilter,
    window: { limit: number; offset: number },
  ): Promise<{ items: ListedUser[]; total: number }>
  /** True when the password fits; a hash of lower cost than today's is made anew on the way. */
  isPasswordRight(user: User | null, password: string): Promise<boolean>
  /** Refuses a new password that the policy of section 5.7 does not accept. */
  checkNewPassword(password: string): void
  create(wanted: WantedUser, by: By, also?: AlsoWrite): Promise<number>
  /** Without a password that anybody could know. */
  createServiceAccount(wanted: WantedServiceAccount, by: By, also?: AlsoWrite): Promise<number>
  /**
   * All of it or nothing, known everywhere when it returns. Personal access tokens made before a new password are
   * dead from here on.
   */
  change(
    user: User,
    change: WantedChange,
    by: By,
    also?: AlsoWrite,
    requireState?: RequireState | null,
  ): Promise<void>
  /**
   * Signs the user out everywhere, known everywhere when it returns; personal access tokens go on. With `beforeMs` only
   * what began earlier ends. Gives the time before which sessions are over.
   */
  endLoginSessions(user: User, also?: AlsoWrite, beforeMs?: number): Promise<number>
  /**
   * Null ends it. Gives whether anything is other than before; then it is known everywhere, and whoever is suspended is
   * signed out everywhere. An administrator is left.
   */
  setSuspension(
    user: User,
    wanted: { reason: string } | null,
    by: SignedInCaller,
    also: AlsoWrite,
    requireState: RequireState | null,
  ): Promise<boolean>
  /** Known everywhere when it returns; nothing that the user signed in with works any more. */
  remove(userId: number, by: By, also?: AlsoWrite): Promise<void>
  /** Makes the first administrator of an empty installation; null when somebody is there already. */
  seedFirstAdministrator(seed: FirstAdministrator): Promise<{ login: string; password: string } | null>
}

type Transaction = Parameters<UsersStore['setRoles']>[0]

/** Written together with the change, or not at all. */
export type AlsoWrite = (transaction: Transaction, userId: number) => Promise<void>

/** Who asks for it. */
type By = Parameters<Access['changeRights']>[1]

export interface WantedServiceAccount extends Pick<NewUser, 'login' | 'name'> {
  roles: readonly string[]
}

export interface WantedUser extends Omit<NewUser, 'passwordHash' | 'kind'> {
  password: string
  roles: readonly string[]
}

export interface WantedChange extends Omit<UserChange, 'password' | 'suspended'> {
  password?: string | undefined
  /** Names; these and no others are held afterwards. */
  roles?: readonly string[] | undefined
}

/** What two people may change at once. */
export function editedState(user: User, roles: readonly string[]) {
  const { login, name, email, externalId, language, disabledAtMs, suspended, passwordVersion } = user
  return { login, name, email, externalId, language, disabledAtMs, suspended, passwordVersion, roles }
}

export interface FirstAdministrator {
  login: string
  email: string
  /** Skips the password policy (5.7.3). */
  password: string
}

interface UsersDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'changeRights' | 'administratorsAmong' | 'isAdministrator'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  eventFeed: Pick<EventFeed, 'write'>
  changes: Changes
  config: { bcryptCost: number; allowWeakPasswords: boolean }
  editTags: EditTags
  languages: readonly string[]
  /** Given by a later feature: the whole profile. */
  profileOf(userId: number): Promise<Profile>
  now(): number
}

export function openUsers(deps: UsersDeps) {
  const users = createUsers(deps)
  return { ...users, routes: userRoutes({ ...deps, users }) }
}

function createUsers({ db, access, eventFeed, changes, config, now }: UsersDeps): Users {
  const store = createUsersStore(db)
  const passwords = createPasswords(config.bcryptCost)
  const compromised = openCompromisedPasswords()
  const isCompromised = (password: string) => !config.allowWeakPasswords && compromised.includes(password)
  const checkNewPassword = (password: string) => {
    const problem = findPasswordProblem(password, isCompromised)
    if (problem !== null) throw invalidField('password', problem)
  }
  const setRoles = async (transaction: Transaction, userId: number, names: readonly string[]) => {
    const unknown = await store.setRoles(transaction, userId, names)
    if (unknown.length > 0) throw invalidField('roles', `there is no role ${unknown.join(', ')}`)
  }
  const create = (user: NewUser, roles: readonly string[], by: By, also?: AlsoWrite) =>
    access.changeRights('nobody', by, async transaction => {
      const id = await store.create(transaction, user, now())
      await setRoles(transaction, id, roles)
      await also?.(transaction, id)
      const data = { user: { id, login: user.login } }
      await eventFeed.write(transaction, { kind: 'user.created', fact: `user created ${id}`, data })
      return id
    })

  /** `id`: null for somebody new. */
  async function refuseTaken<Result>(
    { id, externalId }: { id: number | null; externalId?: string | null | undefined },
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const holder = externalId ? await store.idOfExternal(externalId) : null
      if (holder !== null && holder !== id) throw invalidField('external_id', 'is taken by another user')
      throw invalidField('login', 'is taken by another user')
    }
  }

  interface Extras {
    also: AlsoWrite | undefined
    requireState: RequireState | null
  }

  async function writeChange(
    transaction: Transaction,
    user: User,
    change: UserChange,
    { also, requireState }: Extras,
  ): Promise<void> {
    if (requireState) {
      const present = await store.lock(transaction, user.id)
      if (present) requireState(editedState(present, await store.rolesOf(user.id, transaction)))
    }
    if (!(await store.change(transaction, user.id, change, now()))) {
      throw new PanelError('conflict', {
        message: 'the user was changed by someone else: reload and try again',
      })
    }
    await also?.(transaction, user.id)
  }

  async function writeChangeAndRoles(
    user: User,
    change: UserChange,
    roles: readonly string[],
    by: By,
    extras: Extras,
  ) {
    await access.changeRights(user.id, by, async transaction => {
      await writeChange(transaction, user, change, extras)
      await setRoles(transaction, user.id, roles)
    })
  }

  return {
    findById: store.findById,
    async findByLogin(login) {
      const user = await store.findByLogin(login)
      return user?.kind === 'person' ? user : null
    },
    async require(id) {
      const user = await store.findById(id)
      if (!user) throw new PanelError('not_found', { message: 'there is no such user' })
      return user
    },
    async requirePerson(id) {
      const user = await store.findById(id)
      if (user?.kind === 'person') return user
      const elsewhere = user && `this is a service account: see /api/service-accounts/${id}`
      throw new PanelError('not_found', { message: elsewhere ?? 'there is no such user' })
    },
    rolesOf: store.rolesOf,
    list: store.list,
    async isPasswordRight(user, password) {
      const isRight = await passwords.verify(password, user?.passwordHash ?? null)
      if (isRight && user && passwords.needsRehash(user.passwordHash)) {
        await store.replaceHash(user.id, user.passwordHash, await passwords.hash(password))
      }
      return isRight
    },
    checkNewPassword,
    async create({ password, roles, ...user }, by, also) {
      checkNewPassword(password)
      const passwordHash = await passwords.hash(password)
      return refuseTaken({ id: null, ...user }, () => create({ ...user, passwordHash }, roles, by, also))
    },
    createServiceAccount({ login, name, roles }, by, also) {
      const user = {
        kind: 'service',
        login,
        name,
        email: '',
        passwordHash: noPassword,
        language: null,
      } as const
      return refuseTaken({ id: null }, () => create(user, roles, by, also))
    },
    async change(user, { password, roles, ...rest }, by, also, requireState = null) {
      const extras = { also, requireState }
      const wanted: UserChange = rest
      if (password !== undefined) {
        checkNewPassword(password)
        wanted.password = { hash: await passwords.hash(password), replacesVersion: user.passwordVersion }
      }
      await refuseTaken({ id: user.id, externalId: wanted.externalId }, () =>
        roles === undefined
          ? inTransaction(db, transaction => writeChange(transaction, user, wanted, extras))
          : writeChangeAndRoles(user, wanted, roles, by, extras),
      )
      await changes.publishEverywhere({ kind: 'user-changed', userId: user.id })
    },
    async endLoginSessions(user, also, givenMs) {
      const beforeMs = givenMs ?? now()
      await inTransaction(db, async transaction => {
        await store.endLoginSessions(transaction, user.id, beforeMs, givenMs !== undefined)
        await also?.(transaction, user.id)
      })
      await changes.publishEverywhere({ kind: 'user-changed', userId: user.id })
      await changes.publishEverywhere({ kind: 'login-sessions-ended', userId: user.id, beforeMs })
      return beforeMs
    },
    async setSuspension(user, wanted, by, also, requireState) {
      const nowMs = now()
      // Those of this very moment too.
      const beforeMs = nowMs + 1
      const isOther = await access.changeRights(user.id, by, async transaction => {
        const present = await store.lock(transaction, user.id)
        if (!present) throw new PanelError('not_found', { message: 'there is no such user' })
        requireState?.(editedState(present, await store.rolesOf(user.id, transaction)))
        const before = present.suspended
        if ((before?.reason ?? null) === (wanted?.reason ?? null)) return false
        const at = before?.at ?? timeOf(nowMs)
        const suspended = wanted && { at, by: by.login, reason: wanted.reason }
        await store.change(transaction, user.id, { suspended }, nowMs)
        if (wanted) await store.endLoginSessions(transaction, user.id, beforeMs, true)
        await also(transaction, user.id)
        const about = { id: user.id, login: user.login }
        const fact = `suspension ${user.id} ${nowMs} ${wanted ? 'began' : 'ended'}`
        const event: NewEvent = wanted
          ? { fact, kind: 'user.suspended', data: { user: about, reason: wanted.reason } }
          : { fact, kind: 'user.unsuspended', data: { user: about } }
        await eventFeed.write(transaction, event)
        return true
      })
      if (!isOther) return false
      await changes.publishEverywhere({ kind: 'user-changed', userId: user.id })
      if (wanted) {
        await changes.publishEverywhere({ kind: 'login-sessions-ended', userId: user.id, beforeMs })
      }
      return true
    },
    async remove(userId, by, also) {
      const login = (await store.findById(userId))?.login ?? ''
      const isRemoved = await access.changeRights(userId, by, async transaction => {
        const isThere = await store.remove(transaction, userId)
        if (!isThere) return false
        await also?.(transaction, userId)
        const data = { user: { id: userId, login } }
        await eventFeed.write(transaction, { kind: 'user.deleted', fact: `user deleted ${userId}`, data })
        return true
      })
      if (!isRemoved) throw new PanelError('not_found', { message: 'there is no such user' })
      await changes.publishEverywhere({ kind: 'user-changed', userId })
      await changes.publishEverywhere({ kind: 'user-removed', userId })
    },
    async seedFirstAdministrator({ login, email, password }) {
      if ((await store.count()) > 0) return null
      const passwordHash = await passwords.hash(password)
      try {
        await create({ login, name: login, email, passwordHash, language: null }, ['admin'], 'panel')
      } catch (error) {
        // Another instance that starts at the same moment was faster.
        if (isUniqueViolation(error)) return null
        throw error
      }
      return { login, password }
    },
  }
}

/** No hash: no password fits it, in an earlier version neither. */
const noPassword = 'none'
