// Routes of roles, for administrators.

import {
  changeRole,
  createRole,
  deleteRole,
  listRoles,
  type Role,
  readRole,
} from '@rookery/contracts/http/roles.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { windowOf } from '../../platform/http/paging.ts'
import {
  type ByteExchange,
  creatingRoute,
  madeObject,
  type RequestFacts,
  type Route,
  route,
} from '../../platform/http/route.ts'
import { timeOf } from '../../platform/times.ts'
import { entryFromApi, entryToApi } from '../access/logic/entry-shapes.ts'
import type { Audit } from '../audit/audit.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf, changedFields, changedPermissions } from '../people-activity/people-activity-rules.ts'
import { editedState, type Roles, type StoredRole } from './roles.ts'

interface RoleRoutesDeps {
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
}

export function roleRoutes(roles: Roles, { audit, peopleActivity, editTags }: RoleRoutesDeps): Route[] {
  const record = (
    event: 'role.created' | 'role.changed' | 'role.deleted',
    call: { caller: SignedInCaller; request: RequestFacts },
    role: Pick<StoredRole, 'id' | 'name'>,
  ) => {
    const details = { role_id: role.id, role_name: role.name }
    audit.record({ event, outcome: 'success', request: call.request, details }, call.caller)
  }
  const alsoRecord =
    (
      caller: SignedInCaller,
      event: NewPeopleEntry['event'],
      { id, name }: Pick<StoredRole, 'id' | 'name'>,
      details: NewPeopleEntry['details'] = {},
    ): AlsoWrite =>
    transaction =>
      peopleActivity.write(transaction, authorOf(caller), {
        event,
        subject: { type: 'role', id, name },
        details,
      })
  const answerOf = (role: StoredRole) => roleAnswer(role, roles.isBuiltIn(role))
  const taggedAnswerOf = async (id: number, { reply }: ByteExchange) => {
    const role = await roles.find(id)
    editTags.give(reply, editedState(role))
    return answerOf(role)
  }
  return [
    route(listRoles, administrator(), async call => {
      const { items, total } = await roles.list(windowOf(call.query))
      return { items: items.map(answerOf), total }
    }),
    route(readRole, administrator(), (call, exchange) => taggedAnswerOf(call.params.id, exchange)),
    creatingRoute(createRole, administrator(), {
      made: madeObject,
      async create(call, once) {
        const { name, title = name, entries } = call.body
        const wanted = { name, title, entries: entries.map(entryFromApi) }
        const permissions = changedPermissions([], wanted.entries)
        const id = await roles.create(wanted, call.caller, async (transaction, made) => {
          await once.note(transaction, { id: made })
          await alsoRecord(call.caller, 'role_created', { id: made, name }, { permissions })(transaction)
        })
        record('role.created', call, { id, name })
        return answerOf(await roles.find(id))
      },
      again: async ({ id }) => answerOf(await roles.find(id)),
    }),
    route(changeRole, administrator(), async (call, exchange) => {
      const requireState = editTags.requiredBy(exchange.incoming.headers)
      const role = await roles.find(call.params.id)
      const { name, title, entries } = call.body
      const wanted = { name, title, entries: entries?.map(entryFromApi) }
      const changes = changedFields({ name: role.name, title: role.title }, { name, title })
      const permissions = wanted.entries ? changedPermissions(role.entries, wanted.entries) : []
      const isChanged = changes.length + permissions.length > 0
      const also = isChanged
        ? alsoRecord(call.caller, 'role_changed', role, { changes, permissions })
        : async () => {}
      await roles.change(role, wanted, call.caller, { also, requireState })
      record('role.changed', call, role)
      return taggedAnswerOf(role.id, exchange)
    }),
    route(deleteRole, administrator(), async call => {
      const role = await roles.find(call.params.id)
      const permissions = changedPermissions(role.entries, [])
      await roles.remove(role, call.caller, alsoRecord(call.caller, 'role_deleted', role, { permissions }))
      record('role.deleted', call, role)
    }),
  ]
}

function roleAnswer(role: StoredRole, isBuiltIn: boolean): Role {
  return {
    id: role.id,
    name: role.name,
    title: role.title,
    built_in: isBuiltIn,
    user_count: role.userCount,
    entries: role.entries.map(entryToApi),
    created_at: timeOf(role.createdAtMs),
  }
}
