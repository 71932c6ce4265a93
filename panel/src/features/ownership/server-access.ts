// Access to one game server as its owner or an administrator manages it: by grants on this server alone, which never
// deny anything and never take what comes by another way.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { PersonWithAccess } from '@rookery/contracts/http/ownership.ts'
import type { Kysely, Transaction } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { lacking } from '../../platform/lacking.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { type Access, type HeldEntry, managersOnly } from '../access/access.ts'
import { isAdministrator, isManagingOwner } from '../access/logic/decide.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { changedPermissions } from '../people-activity/people-activity-rules.ts'
import { isOwnEntryOn, recordPermissions } from '../permissions/permissions.ts'
import { createServerAccessStore } from './server-access-store.ts'
import { isDenied, newGrants } from './sharing-rules.ts'

interface ServerAccessDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'changeRights' | 'heldEntriesIn'>
  peopleActivity: Pick<PeopleActivity, 'write'>
}

export interface NamedServer {
  id: number
  name: string
}

interface NamedUser {
  id: number
  login: string
}

interface Wanted {
  permissions: readonly GameServerPermission[]
  /** `more`: beside what is granted there already. `exactly`: of somebody who has access, these and no others. */
  as: 'more' | 'exactly'
}

export type ServerAccess = ReturnType<typeof createServerAccess>

export function createServerAccess({ db, access, peopleActivity }: ServerAccessDeps) {
  const store = createServerAccessStore(db)

  /** Looked at again where nobody can change it any more: what a request was let in by may be gone. */
  async function requireManager(
    transaction: Transaction<Schema>,
    caller: SignedInCaller,
    gameServerId: number,
  ): Promise<'administrator' | HeldEntry[]> {
    const held = await access.heldEntriesIn(transaction, caller.userId)
    if (isAdministrator(held)) return 'administrator'
    if (!isManagingOwner(held, gameServerId)) throw lacking(managersOnly.missing, managersOnly.message)
    return held
  }

  return {
    requireManager,
    writeGrants: store.writeGrants,
    people: store.people,
    /** Gives what the person is granted afterwards. */
    async change(
      server: NamedServer,
      user: NamedUser,
      { permissions: wanted, as }: Wanted,
      caller: SignedInCaller,
    ): Promise<Pick<PersonWithAccess, 'permissions' | 'denied'>> {
      const record = recordPermissions(peopleActivity, caller, user, server)
      return access.changeRights(user.id, caller, async transaction => {
        const sharer = await requireManager(transaction, caller, server.id)
        const person = await access.heldEntriesIn(transaction, user.id)
        if (person.some(entry => entry.isOwnership && entry.objectId === server.id)) throw ownsIt()
        const own = person.filter(entry => isOwnEntryOn(entry, server.id))
        const present = grantedIn(own)
        if (as === 'exactly' && present.length === 0) throw noAccess()
        const grants = newGrants({ gameServerId: server.id, sharer, person, present, wanted })
        if ('problem' in grants) throw invalidField('permissions', grants.problem)
        const revoked = as === 'more' ? [] : present.filter(name => !wanted.includes(name))
        const on = { userId: user.id, gameServerId: server.id }
        await store.writeGrants(transaction, on, { ...grants, revoked })
        const after = await access.heldEntriesIn(transaction, user.id)
        const ownAfter = after.filter(entry => isOwnEntryOn(entry, server.id))
        const changed = changedPermissions(own, ownAfter)
        if (changed.length > 0) await record(transaction, changed)
        const denied = gameServerPermissionNames.filter(name => isDenied(after, name, server.id))
        return { permissions: grantedIn(ownAfter), denied }
      })
    },
  }
}

function grantedIn(own: readonly HeldEntry[]): GameServerPermission[] {
  const allowed = new Set(own.filter(({ effect }) => effect === 'allow').map(({ permission }) => permission))
  return gameServerPermissionNames.filter(name => allowed.has(name))
}

const ownsIt = () =>
  new PanelError('conflict', {
    message: 'this person owns the server: only administrators change what an owner may do',
  })

/** The same whether or not there is such a person. */
const noAccess = () =>
  new PanelError('not_found', { message: 'this person is granted nothing on this server' })
