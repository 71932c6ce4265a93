// Users and the roles that they hold, in the database.

import type { Suspension } from '@rookery/contracts/suspension.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { readJsonObject, readJsonStrings } from '../../platform/database/json-columns.ts'
import { insertReturningId, lockRows, toBoolean } from '../../platform/database/portable.ts'
import { prepareQuery, type ValueAt } from '../../platform/database/prepared-queries.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { containsFolded, containsText, foldToSearch, searchPatterns } from '../../platform/database/search.ts'
import { suspensionColumns, suspensionOf } from '../../platform/database/suspension-columns.ts'
import { totalOf, type Window } from '../../platform/database/windows.ts'
import { loginKey } from './logic/login-key.ts'

export interface User {
  id: number
  kind: 'person' | 'service'
  login: string
  name: string
  email: string
  /** Theirs in another system. */
  externalId: string | null
  passwordHash: string
  passwordVersion: number
  metadata: Record<string, unknown>
  language: string | null
  twoFactorEnabled: boolean
  recoveryCodesLeft: number
  /** Login sessions that began earlier are over. */
  sessionsValidFromMs: number | null
  /** Of a service account: since then none of its keys is taken. */
  disabledAtMs: number | null
  /** Of a person: neither sessions nor tokens are taken. */
  suspended: Suspension | null
  /** Signed in, or with a key of the account; null: never. */
  lastSeenAtMs: number | null
  createdAtMs: number
}

export interface NewUser {
  /** A person when left out. */
  kind?: 'service'
  login: string
  name: string
  email: string
  externalId?: string | null | undefined
  passwordHash: string
  language: string | null
}

export interface UserChange {
  login?: string | undefined
  name?: string | undefined
  email?: string | undefined
  externalId?: string | null | undefined
  language?: string | undefined
  /** Of a service account. */
  disabled?: boolean | undefined
  /** Of a person; null: it ends. */
  suspended?: Suspension | null | undefined
  /** A new password, and the version that it replaces. */
  password?: { hash: string; replacesVersion: number } | undefined
}

const sortColumns = { login: 'login_key', created_at: 'created_at', last_seen_at: 'last_seen_at' } as const
type SortKey = keyof typeof sortColumns | 'name'
export type UserSort = SortKey | `-${SortKey}`

export interface UserFilter {
  q: string | undefined
  externalId?: string | undefined
  role: string | undefined
  /** People when left out. */
  kind?: 'person' | 'service' | 'all'
  sort: UserSort
}

export interface ListedUser extends User {
  roles: string[]
}

type Db = Kysely<Schema>
type InTransaction = Transaction<Schema>

/** What reads goes to the database; what writes rights takes the transaction in which rights may be changed. */
export interface UsersStore {
  findById(id: number): Promise<User | null>
  findByLogin(login: string): Promise<User | null>
  idOfExternal(externalId: string): Promise<number | null>
  list(filter: UserFilter, window: Window): Promise<{ items: ListedUser[]; total: number }>
  rolesOf(userId: number, within?: Db): Promise<string[]>
  count(): Promise<number>
  create(transaction: InTransaction, user: NewUser, nowMs: number): Promise<number>
  /** As it is when nobody else can change it any more. */
  lock(transaction: InTransaction, userId: number): Promise<User | null>
  /** Only while the stored hash is still the old one: a password change in between wins. */
  replaceHash(userId: number, oldHash: string, newHash: string): Promise<void>
  /** All of it or nothing; false when the user is gone or the password was changed by somebody else meanwhile. */
  change(transaction: InTransaction, userId: number, change: UserChange, nowMs: number): Promise<boolean>
  /** Ends every login session that began before. `isRaiseOnly`: a later time that is stored already stays. */
  endLoginSessions(
    transaction: InTransaction,
    userId: number,
    beforeMs: number,
    isRaiseOnly: boolean,
  ): Promise<void>
  /** Gives the names that are no roles; then nothing was changed. */
  setRoles(transaction: InTransaction, userId: number, names: readonly string[]): Promise<string[]>
  /** With roles, permissions and personal access tokens. False when there was none. */
  remove(transaction: InTransaction, userId: number): Promise<boolean>
}

export function createUsersStore(db: Db): UsersStore {
  const foundBy = (column: 'id' | 'login_key') =>
    prepareQuery(db, (at: ValueAt<number | string>) => {
      const value = at(one => one)
      return db.selectFrom('users').selectAll().where(column, '=', value)
    })
  const [byId, byLogin] = [foundBy('id'), foundBy('login_key')]
  const firstOf = ([row]: Selectable<Schema['users']>[]) => (row ? userOf(row) : null)
  const rolesOfOne = prepareQuery(db, (at: ValueAt<number>) => namesOfRoles(db, [at(userId => userId)]))
  return {
    findById: async id => firstOf(await byId(id)),
    findByLogin: async login => firstOf(await byLogin(loginKey(login))),
    async idOfExternal(externalId) {
      const query = db.selectFrom('users').select('id').where('external_id', '=', externalId)
      return (await query.executeTakeFirst())?.id ?? null
    },
    list: (filter, window) => listUsers(db, filter, window),
    rolesOf: async (userId, within) => (await rolesOfOne(userId, within)).map(({ name }) => name),
    async count() {
      const row = await db
        .selectFrom('users')
        .select(count => count.fn.countAll().as('total'))
        .executeTakeFirst()
      return Number(row?.total ?? 0)
    },
    create: (transaction, user, nowMs) =>
      insertReturningId(transaction, 'users', {
        login: user.login,
        login_key: loginKey(user.login),
        name: user.name,
        email: user.email === '' ? null : user.email,
        external_id: user.externalId ?? null,
        search_key: searchKeyOf({ externalId: null, ...user }),
        password_hash: user.passwordHash,
        metadata: '{}',
        language: user.language,
        kind: user.kind ?? null,
        created_at: nowMs,
        updated_at: nowMs,
      }),
    async lock(transaction, userId) {
      const query = transaction.selectFrom('users').selectAll().where('id', '=', userId)
      return firstOf(await lockRows(transaction, query).execute())
    },
    async replaceHash(userId, oldHash, newHash) {
      await db
        .updateTable('users')
        .set({ password_hash: newHash })
        .where('id', '=', userId)
        .where('password_hash', '=', oldHash)
        .execute()
    },
    change: changeUser,
    async endLoginSessions(transaction, userId, beforeMs, isRaiseOnly) {
      const ended = transaction.updateTable('users').set({ sessions_valid_from: beforeMs })
      const ofUser = ended.where('id', '=', userId)
      const raised = ofUser.where(where =>
        where.or([where('sessions_valid_from', 'is', null), where('sessions_valid_from', '<', beforeMs)]),
      )
      await (isRaiseOnly ? raised : ofUser).execute()
    },
    setRoles,
    async remove(transaction, userId) {
      const { numDeletedRows } = await transaction
        .deleteFrom('users')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
  }
}

function userOf(row: Selectable<Schema['users']>): User {
  return {
    id: row.id,
    kind: row.kind ?? 'person',
    login: row.login,
    name: row.name,
    email: row.email ?? '',
    externalId: row.external_id,
    passwordHash: row.password_hash,
    passwordVersion: row.password_version,
    metadata: readJsonObject(row.metadata),
    language: row.language,
    twoFactorEnabled: toBoolean(row.two_factor_enabled),
    recoveryCodesLeft: readJsonStrings(row.two_factor_recovery_codes).length,
    sessionsValidFromMs: row.sessions_valid_from,
    disabledAtMs: row.disabled_at,
    suspended: suspensionOf(row),
    lastSeenAtMs: row.last_seen_at === 0 ? null : row.last_seen_at,
    createdAtMs: row.created_at,
  }
}

/** Four queries at most, however many users. */
async function listUsers(
  db: Db,
  { q, externalId, role, kind = 'person', sort }: UserFilter,
  { limit, offset }: Window,
) {
  let narrowed = db.selectFrom('users')
  if (kind !== 'all') {
    // By the few that are no people: the order still comes from its index.
    const services = db.selectFrom('users').select('id').where('kind', '=', 'service')
    narrowed = narrowed.where('id', kind === 'service' ? 'in' : 'not in', services)
  }
  if (q) narrowed = narrowed.where('id', 'in', foundUsers(db, q))
  if (externalId) narrowed = narrowed.where('external_id', '=', externalId)
  if (role) {
    // By its id: PostgreSQL knows how many hold which id, and would guess for a name.
    const named = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirst()
    const holders = db.selectFrom('user_roles').select('user_id')
    narrowed = narrowed.where('id', 'in', holders.where('role_id', '=', named?.id ?? 0))
  }
  const key = sort.replace('-', '') as SortKey
  // Of names there is no index that every database knows: ten thousand short texts are put in order quickly.
  const pageKey =
    key === 'name' ? sql<string>`lower(name)` : sql<string | number>`${sql.ref(sortColumns[key])}`
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  // The page is found by an index; only its own rows are read, and ordered by what the page tells.
  const page = narrowed
    .select(['id as page_id', pageKey.as('page_key')])
    .orderBy(pageKey, direction)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
  const rows = await db
    .selectFrom('users')
    .innerJoin(page.as('page'), 'page.page_id', 'users.id')
    .selectAll('users')
    .orderBy('page.page_key', direction)
    .orderBy('page.page_id')
    .execute()
  const total = await totalOf(rows.length, { limit, offset }, () =>
    narrowed.select(count => count.fn.countAll().as('total')).executeTakeFirst(),
  )
  const roles = await rolesOfUsers(
    db,
    rows.map(row => row.id),
  )
  const items = rows.map(row => ({ ...userOf(row), roles: roles.get(row.id) ?? [] }))
  return { items, total }
}

interface SearchedTexts extends Pick<User, 'login' | 'name' | 'externalId'> {
  email: string | null
}

const searchKeyOf = ({ login, name, externalId, email }: SearchedTexts) =>
  foldToSearch([login, name, externalId, email])

/** Reads through one narrow index and not through the table. */
function foundUsers(db: Db, q: string) {
  const { folded, plain } = searchPatterns(q)
  const written = db.selectFrom('users').select('id').where(containsFolded('search_key', folded))
  const unwritten = db.selectFrom('users').select('id').where('search_key', 'is', null)
  return written.unionAll(unwritten.where(containsText(['login', 'name', 'email'], plain)))
}

function namesOfRoles(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_roles.user_id', 'roles.name'])
    .where('user_roles.user_id', 'in', userIds)
    .orderBy('roles.name')
}

async function rolesOfUsers(db: Db, userIds: readonly number[]): Promise<Map<number, string[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await namesOfRoles(db, userIds).execute()
  const byUser = Map.groupBy(rows, row => row.user_id)
  return new Map([...byUser].map(([userId, held]) => [userId, held.map(row => row.name)]))
}

async function changeUser(
  transaction: InTransaction,
  userId: number,
  { login, name, email, externalId, language, disabled, suspended, password }: UserChange,
  nowMs: number,
): Promise<boolean> {
  const present = await lockRows(
    transaction,
    transaction
      .selectFrom('users')
      .select(['login', 'name', 'email', 'external_id'])
      .where('id', '=', userId),
  ).executeTakeFirst()
  if (!present) return false
  const searched = {
    login: login ?? present.login,
    name: name ?? present.name,
    email: email ?? present.email,
    externalId: externalId === undefined ? present.external_id : externalId,
  }
  let query = transaction
    .updateTable('users')
    .set({
      updated_at: nowMs,
      search_key: searchKeyOf(searched),
      ...(login === undefined ? {} : { login, login_key: loginKey(login) }),
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email: email === '' ? null : email }),
      ...(externalId === undefined ? {} : { external_id: externalId }),
      ...(language === undefined ? {} : { language }),
      ...(suspended === undefined ? {} : suspensionColumns(suspended)),
      ...(disabled === undefined ? {} : { disabled_at: disabled ? nowMs : null }),
    })
    .where('id', '=', userId)
  if (password) {
    query = query
      .set({ password_hash: password.hash, password_version: password.replacesVersion + 1 })
      .where('password_version', '=', password.replacesVersion)
  }
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

async function setRoles(
  transaction: InTransaction,
  userId: number,
  names: readonly string[],
): Promise<string[]> {
  const roles =
    names.length === 0
      ? []
      : await transaction.selectFrom('roles').select(['id', 'name']).where('name', 'in', names).execute()
  const unknown = names.filter(name => !roles.some(role => role.name === name))
  if (unknown.length > 0) return unknown
  await transaction.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  const rows = roles.map(role => ({ user_id: userId, role_id: role.id }))
  if (rows.length > 0) await transaction.insertInto('user_roles').values(rows).execute()
  return []
}
