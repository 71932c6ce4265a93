// What single users may do: their own entries, what follows from them and from their roles, and why (5.6).

import {
  administratorPermission,
  type GeneralPermission,
  gameServerPermissionNames,
  gameServerPermissions,
  generalPermissions,
  type ObjectType,
  type Permission,
  sections,
} from '@rookery/contracts/game-server-permissions.ts'
import type { Decision, PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import type { Kysely, Transaction } from 'kysely'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Access, HeldEntry } from '../access/access.ts'
import {
  decide,
  decideAlone,
  decideInSection,
  decideOnGameServer,
  type PermissionEntry,
} from '../access/logic/decide.ts'
import { decisionToApi } from '../access/logic/entry-shapes.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { NewPeopleEntry, PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf, changedPermissions } from '../people-activity/people-activity-rules.ts'
import type { Users } from '../users/users.ts'
import { isGameServerPermission } from './logic/permission-kinds.ts'
import { ownEntryFor, type WantedPermission } from './logic/set-permissions.ts'
import { createPermissionsStore } from './permissions-store.ts'
import { permissionRoutes } from './routes.ts'

interface PermissionsDeps {
  db: Kysely<Schema>
  users: Pick<Users, 'require'>
  gameServers: Pick<GameServers, 'find' | 'list'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  access: Pick<
    Access,
    'changeRights' | 'requireUsableEntries' | 'heldEntriesOf' | 'heldEntriesIn' | 'decidingEntriesOf'
  >
}

/** Records what was changed, in the transaction of the change; not called where nothing was. */
export type RecordPermissions = (
  transaction: Transaction<Schema>,
  permissions: ReturnType<typeof changedPermissions>,
) => Promise<void>

/** Where: one game server, a section or one object in it, or nowhere in particular. */
export interface Place {
  gameServerId?: number | undefined
  objectType?: ObjectType | undefined
  objectId?: number | undefined
}

export function openPermissions(deps: PermissionsDeps) {
  const permissions = createPermissions(deps)
  return { ...permissions, routes: permissionRoutes({ ...deps, permissions }) }
}

export type Permissions = ReturnType<typeof createPermissions>

function createPermissions({ db, access }: PermissionsDeps) {
  const store = createPermissionsStore(db)

  async function setOnGameServerIn(
    transaction: Transaction<Schema>,
    userId: number,
    gameServerId: number,
    wanted: readonly WantedPermission[],
    record: RecordPermissions,
  ): Promise<void> {
    const held = await access.heldEntriesIn(transaction, userId)
    const isOwnHere = (entry: HeldEntry) => isOwnEntryOn(entry, gameServerId)
    for (const input of wanted) {
      const elsewhere = held.filter(
        entry => entry.permission !== input.permission || !isOwnEntryOn(entry, gameServerId),
      )
      const effect = ownEntryFor(input, elsewhere, gameServerId)
      const entry = { permission: input.permission, objectId: gameServerId }
      await store.setOnGameServer(transaction, userId, entry, effect)
    }
    const after = await access.heldEntriesIn(transaction, userId)
    const changed = changedPermissions(held.filter(isOwnHere), after.filter(isOwnHere))
    if (changed.length > 0) await record(transaction, changed)
  }

  return {
    readWide: store.readWide,
    async replaceWide(
      userId: number,
      entries: readonly PermissionEntry[],
      by: SignedInCaller,
      record: RecordPermissions,
    ): Promise<void> {
      await access.requireUsableEntries(entries, await store.readWide(userId), 'body')
      await access.changeRights(userId, by, async transaction => {
        const changed = changedPermissions(await store.readWide(userId, transaction), entries)
        await store.replaceWide(transaction, userId, entries)
        if (changed.length > 0) await record(transaction, changed)
      })
    },
    async onGameServer(userId: number, gameServerId: number): Promise<PermissionOnGameServer[]> {
      return explainedPermissions(await access.heldEntriesOf(userId), gameServerId)
    },
    /** All or none; of several at once each works on what the one before has left. */
    async setOnGameServer(
      userId: number,
      gameServerId: number,
      wanted: readonly WantedPermission[],
      by: SignedInCaller,
      record: RecordPermissions,
    ): Promise<void> {
      await access.changeRights(userId, by, transaction =>
        setOnGameServerIn(transaction, userId, gameServerId, wanted, record),
      )
    },
    /** The same as a part of a larger change of rights. */
    setOnGameServerIn,
    async explain(userId: number, permission: Permission, place: Place): Promise<Decision> {
      return explainedDecision(await access.decidingEntriesOf(userId), permission, place)
    },
    async inSections(userId: number) {
      const held = await access.heldEntriesOf(userId)
      const decideAll = (objectType: (typeof sections)[number]) => {
        const decisions = generalPermissions.map(name => [
          name,
          decisionToApi(decideInSection(held, name, objectType, 0)),
        ])
        return Object.fromEntries(decisions) as Record<GeneralPermission, Decision>
      }
      return {
        administrator: explainedDecision(held, administratorPermission, {}),
        sections: sections.map(objectType => ({
          object_type: objectType,
          permissions: decideAll(objectType),
        })),
      }
    },
  }
}

/** For the record of who did what. */
export function recordPermissions(
  peopleActivity: Pick<PeopleActivity, 'write'>,
  caller: SignedInCaller,
  { id, login }: { id: number; login: string },
  server: NewPeopleEntry['server'] = null,
): RecordPermissions {
  return (transaction, permissions) =>
    peopleActivity.write(transaction, authorOf(caller), {
      event: 'permissions_changed',
      subject: { type: 'user', id, name: login },
      server,
      details: { permissions },
    })
}

/** One that is stored for the user and this game server alone. */
export function isOwnEntryOn(entry: HeldEntry, gameServerId: number): boolean {
  const { role, isOwnership, objectType, objectId } = entry
  return role === null && !isOwnership && objectType === 'server' && objectId === gameServerId
}

function explainedPermissions(held: readonly HeldEntry[], gameServerId: number): PermissionOnGameServer[] {
  return gameServerPermissionNames.map(permission => {
    const { allowed, ...source } = decisionToApi(decideOnGameServer(held, permission, gameServerId))
    const value_with_basic = decideAlone(held, permission, gameServerId).allowed
    return { permission, value: allowed, value_with_basic, title: gameServerPermissions[permission], source }
  })
}

function explainedDecision(
  held: readonly HeldEntry[],
  permission: Permission,
  { gameServerId, objectType, objectId }: Place,
): Decision {
  if (isGameServerPermission(permission)) {
    return decisionToApi(decideOnGameServer(held, permission, gameServerId ?? 0))
  }
  if (permission === administratorPermission || objectType === undefined) {
    return decisionToApi(decide(held, permission, 'global'))
  }
  return decisionToApi(decideInSection(held, permission, objectType, objectId ?? 0))
}
