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
import { administrator } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import { timeOf } from '../../platform/times.ts'
import { entryFromApi, entryToApi } from '../access/logic/entry-shapes.ts'
import type { Audit } from '../audit/audit.ts'
import type { Roles, StoredRole } from './roles.ts'

export function roleRoutes(roles: Roles, audit: Audit): Route[] {
  const record = (
    event: 'role.created' | 'role.changed' | 'role.deleted',
    call: { caller: SignedInCaller; request: RequestFacts },
    role: Pick<StoredRole, 'id' | 'name'>,
  ) => {
    const details = { role_id: role.id, role_name: role.name }
    audit.record({ event, outcome: 'success', request: call.request, details }, call.caller)
  }
  const answerOf = (role: StoredRole) => roleAnswer(role, roles.isBuiltIn(role))
  return [
    route(listRoles, administrator(), async call => {
      const { items, total } = await roles.list(windowOf(call.query))
      return { items: items.map(answerOf), total }
    }),
    route(readRole, administrator(), async call => answerOf(await roles.find(call.params.id))),
    route(createRole, administrator(), async call => {
      const { name, title = name, entries } = call.body
      const id = await roles.create({ name, title, entries: entries.map(entryFromApi) })
      record('role.created', call, { id, name })
      return answerOf(await roles.find(id))
    }),
    route(changeRole, administrator(), async call => {
      const role = await roles.find(call.params.id)
      const { name, title, entries } = call.body
      await roles.change(role, { name, title, entries: entries?.map(entryFromApi) })
      record('role.changed', call, role)
      return answerOf(await roles.find(role.id))
    }),
    route(deleteRole, administrator(), async call => {
      const role = await roles.find(call.params.id)
      await roles.remove(role)
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
