// Service accounts: identities of programs, with roles as people have, recognized by their keys. They have no password,
// no second factor and no session, and only people make them, change them and give them keys.

import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type {
  changeServiceAccount,
  createServiceAccount,
  ServiceAccount,
  ServiceAccountSort,
} from '@rookery/contracts/http/service-accounts.ts'
import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import type { Window } from '../../platform/database/windows.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import type { Page } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf, changedFields, changedNames } from '../people-activity/people-activity-rules.ts'
import {
  type AlsoWrite,
  editedState,
  type ListedUser,
  type User,
  type UserSort,
  type Users,
} from '../users/users.ts'
import { createKeys, type KeysDeps } from './keys.ts'
import { serviceAccountRoutes } from './routes.ts'
import {
  createServiceAccountsStore,
  type KeysOfAccount,
  type ServiceAccountsStore,
} from './service-accounts-store.ts'

export type { Keys } from './keys.ts'

interface ServiceAccountsDeps extends Omit<KeysDeps, 'store'> {
  users: Users
  access: Pick<Access, 'administratorsAmong'>
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
}

export function openServiceAccounts(deps: ServiceAccountsDeps) {
  const store = createServiceAccountsStore(deps.db)
  const keys = createKeys({ ...deps, store })
  const accounts = createServiceAccounts({ ...deps, store })
  return { ...accounts, keys, routes: serviceAccountRoutes({ ...deps, accounts, keys }) }
}

export type ServiceAccounts = ReturnType<typeof createServiceAccounts>

type See = (state: object) => void

interface Editor {
  caller: LoginSessionCaller
  requireState: RequireState | null
  see: See
}

interface AccountsDeps extends Pick<ServiceAccountsDeps, 'users' | 'access' | 'peopleActivity' | 'now'> {
  changes: Changes
  store: ServiceAccountsStore
}

function createServiceAccounts({ users, access, peopleActivity, changes, store, now }: AccountsDeps) {
  async function require(id: number): Promise<User> {
    const user = await users.findById(id)
    if (user?.kind !== 'service') {
      throw new PanelError('not_found', { message: 'there is no such service account' })
    }
    return user
  }

  async function answersOf(listed: readonly ListedUser[]): Promise<ServiceAccount[]> {
    const ids = listed.map(({ id }) => id)
    const [administrators, keysOf] = await Promise.all([
      access.administratorsAmong(ids),
      store.ofAccounts(ids, now()),
    ])
    return listed.map(user => answerOf(user, administrators.has(user.id), keysOf.get(user.id)))
  }

  /** `see` is shown what two people may change at once. */
  async function read(id: number, see?: See): Promise<ServiceAccount> {
    const user = { ...(await require(id)), roles: await users.rolesOf(id) }
    see?.(editedState(user, user.roles))
    const [answer] = await answersOf([user])
    if (!answer) throw new PanelError('not_found')
    return answer
  }

  const alsoRecord =
    (
      caller: LoginSessionCaller,
      event: NewPeopleEntry['event'],
      login: string,
      details: NewPeopleEntry['details'] = {},
    ): AlsoWrite =>
    (transaction, id) =>
      peopleActivity.write(transaction, authorOf(caller), {
        event,
        subject: { type: 'user', id, name: login },
        details,
      })

  return {
    /** Refuses with not_found. */
    require,
    read,

    async list(
      q: string | undefined,
      sort: ServiceAccountSort,
      window: Window,
    ): Promise<Page<ServiceAccount>> {
      const userSort = sort.replace('last_used_at', 'last_seen_at') as UserSort
      const filter = { q, role: undefined, kind: 'service', sort: userSort } as const
      const { items, total } = await users.list(filter, window)
      return { items: await answersOf(items), total }
    },

    async create(
      { login, name = login, roles }: BodyOf<typeof createServiceAccount>,
      caller: LoginSessionCaller,
      noted: AlsoCreate,
    ): Promise<ServiceAccount> {
      const also: AlsoWrite = async (transaction, id) => {
        await noted(transaction, id)
        await alsoRecord(caller, 'service_account_created', login, { added: roles })(transaction, id)
      }
      return read(await users.createServiceAccount({ login, name, roles }, caller, also))
    },

    /** Keys of a disabled account are refused everywhere when it returns, and their channels are closed. */
    async change(
      user: User,
      { name, roles, disabled }: BodyOf<typeof changeServiceAccount>,
      { caller, requireState, see }: Editor,
    ): Promise<ServiceAccount> {
      const fields = changedFields(
        { name: user.name, disabled: user.disabledAtMs !== null },
        { name, disabled },
      )
      const also: AlsoWrite = async transaction => {
        const { added, removed } = roles
          ? changedNames(await users.rolesOf(user.id, transaction), roles)
          : { added: [], removed: [] }
        if (fields.length + added.length + removed.length === 0) return
        const details = {
          ...(fields.length > 0 ? { changes: fields } : {}),
          ...(added.length > 0 ? { added } : {}),
          ...(removed.length > 0 ? { removed } : {}),
        }
        const record = alsoRecord(caller, 'service_account_changed', user.login, details)
        await record(transaction, user.id)
      }
      await users.change(user, { name, roles, disabled }, caller, also, requireState)
      if (disabled === true) {
        const ends = { userId: user.id, keyId: null, atMs: null }
        await changes.publishEverywhere({ kind: 'service-account-key-ends', ...ends })
      }
      return read(user.id, see)
    },

    async remove({ id, login }: User, caller: LoginSessionCaller): Promise<void> {
      await users.remove(id, caller, alsoRecord(caller, 'service_account_deleted', login))
    },
  }
}

function answerOf(
  user: ListedUser,
  isAdministrator: boolean,
  { live, lastUsedAtMs }: KeysOfAccount = { live: 0, lastUsedAtMs: null },
): ServiceAccount {
  // An earlier version notes it for keys alone.
  const usedAtMs = Math.max(user.lastSeenAtMs ?? 0, lastUsedAtMs ?? 0)
  return {
    id: user.id,
    login: user.login,
    name: user.name,
    roles: user.roles,
    is_admin: isAdministrator,
    disabled: user.disabledAtMs !== null,
    keys: live,
    last_used_at: usedAtMs === 0 ? null : timeOf(usedAtMs),
    created_at: timeOf(user.createdAtMs),
  }
}
