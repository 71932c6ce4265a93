// Routes of database hosts, for administrators.

import {
  changeDatabaseHost,
  createDatabaseHost,
  type DatabaseHost,
  deleteDatabaseHost,
  listDatabaseHosts,
  readDatabaseHost,
  testDatabaseHost,
} from '@rookery/contracts/http/database-hosts.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { creatingRoute, madeObject, type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { DatabaseHosts, HostBody } from './database-hosts.ts'

interface DatabaseHostRoutesDeps {
  hosts: DatabaseHosts
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
}

type Named = Pick<DatabaseHost, 'id' | 'name'>

export function databaseHostRoutes({
  hosts,
  audit,
  peopleActivity,
  editTags,
}: DatabaseHostRoutesDeps): Route[] {
  const record = (
    what: 'created' | 'changed' | 'deleted',
    { caller, request }: { caller: SignedInCaller; request: RequestFacts },
    { id, name }: Named,
  ) => {
    const details = { host_id: id, host_name: name }
    audit.record({ event: `database_host.${what}`, outcome: 'success', request, details }, caller)
  }
  const entry = (
    event: NewPeopleEntry['event'],
    { id, name }: Named,
    details: NewPeopleEntry['details'] = {},
  ): NewPeopleEntry => ({ event, subject: { type: 'database_host', id, name }, details })

  return [
    route(listDatabaseHosts, administrator(), () => hosts.list()),
    route(readDatabaseHost, administrator(), (call, { reply }) =>
      hosts.read(call.params.id, state => editTags.give(reply, state)),
    ),
    creatingRoute(createDatabaseHost, administrator(), {
      made: madeObject,
      async create(call, once) {
        const { name } = call.body
        const id = await hosts.create(call.body, async (transaction, made) => {
          await once.note(transaction, { id: made })
          const created = entry('database_host_created', { id: made, name })
          await peopleActivity.write(transaction, authorOf(call.caller), created)
        })
        record('created', call, { id, name })
        return hosts.read(id)
      },
      again: ({ id }) => hosts.read(id),
    }),
    route(changeDatabaseHost, administrator(), async (call, { incoming, reply }) => {
      const before = await hosts.read(call.params.id)
      const fields = changedParts(before, call.body)
      await hosts.change(before.id, call.body, {
        requireState: editTags.requiredBy(incoming.headers),
        also: transaction =>
          peopleActivity.write(
            transaction,
            authorOf(call.caller),
            entry('database_host_changed', { ...before, name: call.body.name }, { fields }),
          ),
      })
      const changed = await hosts.read(before.id, state => editTags.give(reply, state))
      record('changed', call, changed)
      return changed
    }),
    route(deleteDatabaseHost, administrator(), async call => {
      const host = await hosts.read(call.params.id)
      await hosts.remove(host, call.query.databases === 'forget', transaction =>
        peopleActivity.write(transaction, authorOf(call.caller), entry('database_host_deleted', host)),
      )
      record('deleted', call, host)
    }),
    route(testDatabaseHost, administrator(), (call, { signal }) => hosts.test(call.body, signal)),
  ]
}

/** Names of what differs; addresses and passwords are nobody's business in a list of what people did. */
function changedParts(before: DatabaseHost, { password, ...wanted }: HostBody): string[] {
  const changed = Object.entries(wanted).filter(
    ([part, value]) => JSON.stringify(before[part as keyof DatabaseHost]) !== JSON.stringify(value),
  )
  return [...changed.map(([part]) => part), ...(password === undefined ? [] : ['password'])]
}
