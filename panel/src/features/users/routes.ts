// Routes of users: the own profile, and all users for administrators.

import { changeProfile, type Profile } from '@rookery/contracts/http/profile.ts'
import { suspendUser, unsuspendUser } from '@rookery/contracts/http/suspension.ts'
import {
  changeUser,
  createUser,
  deleteUser,
  listUsers,
  readUser,
  type User as UserAnswer,
} from '@rookery/contracts/http/users.ts'
import { administrator, ofPerson } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type ByteExchange, creatingRoute, madeObject, type Route, route } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import { changeOwnProfile, changeUserByAdministrator, checkLanguage } from './change-user.ts'
import { setSuspension } from './set-suspension.ts'
import { editedState, type ListedUser, type Users } from './users.ts'

interface UserRoutesDeps {
  users: Users
  access: Pick<Access, 'administratorsAmong' | 'isAdministrator'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
  languages: readonly string[]
  /** Given by a later feature: the whole profile. */
  profileOf(userId: number): Promise<Profile>
}

export function userRoutes(deps: UserRoutesDeps): Route[] {
  const { users, access, audit, peopleActivity, editTags, languages } = deps
  const answerOf = async (id: number, exchange?: ByteExchange) => {
    const user = { ...(await users.require(id)), roles: await users.rolesOf(id) }
    if (exchange) editTags.give(exchange.reply, editedState(user, user.roles))
    return userAnswer(user, (await access.administratorsAmong([id])).has(id))
  }
  return [
    route(changeProfile, ofPerson('refused'), async call => {
      await changeOwnProfile(deps, call.caller, call.body, call.request)
      return deps.profileOf(call.caller.userId)
    }),
    route(listUsers, administrator(), async call => {
      const { q, external_id: externalId, role, kind, sort } = call.query
      const filter = { q, externalId, role, kind, sort }
      const { items, total } = await users.list(filter, windowOf(call.query))
      const administrators = await access.administratorsAmong(items.map(user => user.id))
      return { items: items.map(user => userAnswer(user, administrators.has(user.id))), total }
    }),
    route(readUser, administrator(), (call, exchange) => answerOf(call.params.id, exchange)),
    creatingRoute(createUser, administrator(), {
      made: madeObject,
      async create(call, once) {
        const { login, name = login, email = '', password, roles, language } = call.body
        const externalId = call.body.external_id
        checkLanguage(languages, language)
        const wanted = { login, name, email, externalId, password, roles, language: language ?? null }
        const id = await users.create(wanted, call.caller, async (transaction, userId) => {
          await once.note(transaction, { id: userId })
          await peopleActivity.write(transaction, authorOf(call.caller), {
            event: 'user_created',
            subject: { type: 'user', id: userId, name: login },
            details: { added: roles },
          })
        })
        const details = { user_id: id, user_login: login, roles: roles.join(',') }
        audit.record(
          { event: 'user.created', outcome: 'success', request: call.request, details },
          call.caller,
        )
        return answerOf(id)
      },
      again: ({ id }) => answerOf(id),
    }),
    route(changeUser, administrator(), async (call, exchange) => {
      const requireState = editTags.requiredBy(exchange.incoming.headers)
      await changeUserByAdministrator(deps, { ...call, requireState }, call.params.id, call.body)
      return answerOf(call.params.id, exchange)
    }),
    route(suspendUser, administrator(), async ({ params, body, caller, request }, exchange) => {
      const requireState = editTags.requiredBy(exchange.incoming.headers)
      await setSuspension(deps, { caller, request, requireState }, params.id, body)
      return answerOf(params.id, exchange)
    }),
    route(unsuspendUser, administrator(), async ({ params, caller, request }, exchange) => {
      await setSuspension(deps, { caller, request, requireState: null }, params.id, null)
      return answerOf(params.id, exchange)
    }),
    route(deleteUser, administrator(), async call => {
      const { id, login } = await users.requirePerson(call.params.id)
      if (id === call.caller.userId) {
        throw new PanelError('conflict', {
          message: 'you cannot delete yourself: let another administrator do it',
        })
      }
      await users.remove(id, call.caller, transaction =>
        peopleActivity.write(transaction, authorOf(call.caller), {
          event: 'user_deleted',
          subject: { type: 'user', id, name: login },
        }),
      )
      const details = { user_id: id, user_login: login }
      audit.record({ event: 'user.deleted', outcome: 'success', request: call.request, details }, call.caller)
    }),
  ]
}

function userAnswer(user: ListedUser, isAdministrator: boolean): UserAnswer {
  return {
    id: user.id,
    kind: user.kind,
    login: user.login,
    name: user.name,
    email: user.email,
    external_id: user.externalId,
    roles: user.roles,
    is_admin: isAdministrator,
    two_factor_enabled: user.twoFactorEnabled,
    language: user.language,
    last_seen_at: user.lastSeenAtMs === null ? null : timeOf(user.lastSeenAtMs),
    suspended: user.suspended,
    created_at: timeOf(user.createdAtMs),
  }
}
