// Routes of service accounts and their keys. Administrators read them; people alone change them, so that no key ever
// makes another one.

import {
  changeServiceAccount,
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccount,
  listServiceAccountKeys,
  listServiceAccounts,
  readServiceAccount,
  revokeServiceAccountKey,
  rotateServiceAccountKey,
} from '@rookery/contracts/http/service-accounts.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { administrator, administratorInPerson } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { creatingRoute, madeObject, type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit, AuditDetails } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-event-rules.ts'
import type { User } from '../users/users.ts'
import type { Keys } from './keys.ts'
import type { ServiceAccounts } from './service-accounts.ts'

interface ServiceAccountRoutesDeps {
  accounts: ServiceAccounts
  keys: Keys
  audit: Audit
  editTags: EditTags
}

type Recorded = { caller: SignedInCaller; request: RequestFacts }

export function serviceAccountRoutes({ accounts, keys, audit, editTags }: ServiceAccountRoutesDeps): Route[] {
  const record = (event: AuditEvent, { caller, request }: Recorded, details: AuditDetails) =>
    audit.record({ event, outcome: 'success', request, details }, caller)
  return [
    route(listServiceAccounts, administrator(), call =>
      accounts.list(call.query.q, call.query.sort, windowOf(call.query)),
    ),
    route(readServiceAccount, administrator(), (call, { reply }) =>
      accounts.read(call.params.id, state => editTags.give(reply, state)),
    ),
    creatingRoute(createServiceAccount, administratorInPerson(), {
      made: madeObject,
      async create(call, once) {
        const account = await accounts.create(call.body, call.caller, (transaction, id) =>
          once.note(transaction, { id }),
        )
        const { id, login, roles } = account
        record('service_account.created', call, { user_id: id, user_login: login, roles: roles.join(',') })
        return account
      },
      again: ({ id }) => accounts.read(id),
    }),
    route(changeServiceAccount, administratorInPerson(), async (call, { incoming, reply }) => {
      const account = await accounts.require(call.params.id)
      const changed = await accounts.change(account, call.body, {
        caller: call.caller,
        requireState: editTags.requiredBy(incoming.headers),
        see: state => editTags.give(reply, state),
      })
      const fields = Object.keys(call.body).join(',')
      const { id, login, roles, disabled } = changed
      const details = { user_id: id, user_login: login, fields, roles: roles.join(','), disabled }
      record('service_account.changed', call, details)
      return changed
    }),
    route(deleteServiceAccount, administratorInPerson(), async call => {
      const account = await accounts.require(call.params.id)
      await accounts.remove(account, call.caller)
      record('service_account.deleted', call, { user_id: account.id, user_login: account.login })
    }),
    route(listServiceAccountKeys, administrator(), async call =>
      keys.list(await accounts.require(call.params.id), windowOf(call.query)),
    ),
    route(createServiceAccountKey, administratorInPerson(), async call => {
      const account = await accounts.require(call.params.id)
      const made = await keys.create(account, call.body, call.caller)
      record('service_account.key_created', call, keyDetails(account, made))
      return made
    }),
    route(rotateServiceAccountKey, administratorInPerson(), async call => {
      const account = await accounts.require(call.params.id)
      const made = await keys.rotate(account, call.params.key, call.body, call.caller)
      const details = keyDetails(account, made, call.params.key)
      record('service_account.key_rotated', call, details)
      return made
    }),
    route(revokeServiceAccountKey, administratorInPerson(), async call => {
      const account = await accounts.require(call.params.id)
      const key = await keys.revoke(account, call.params.key, call.caller)
      record('service_account.key_revoked', call, keyDetails(account, key))
    }),
  ]
}

interface KeyNames {
  id: number
  name: string
}

function keyDetails(
  account: Pick<User, 'id' | 'login'>,
  key: KeyNames,
  replacedKeyId?: number,
): AuditDetails {
  return {
    user_id: account.id,
    user_login: account.login,
    service_key_id: key.id,
    key_name: key.name,
    ...(replacedKeyId === undefined ? {} : { replaced_key_id: replacedKeyId }),
  }
}
