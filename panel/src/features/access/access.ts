// Who may do what (5.6): checks the rule of every route and channel by the permission entries of the caller.

import {
  administratorPermission,
  type GameServerPermission,
  type GeneralPermission,
  generalPermissions,
  type ObjectType,
  type Section,
  sections,
} from '@rookery/contracts/game-server-permissions.ts'
import type { Kysely, Transaction } from 'kysely'
import type { OpenCache } from '../../platform/cache/cache.ts'
import type { Caller, SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { AccessRule } from '../../platform/http/access-rule.ts'
import { lacking } from '../../platform/lacking.ts'
import { PanelError } from '../../platform/panel-error.ts'
import {
  administratorsAmong,
  type HeldEntry,
  readHeldEntries,
  removeEntriesOn,
  suspendedGameServers,
} from './access-store.ts'
import { type ChangeRights, createEntries } from './entries.ts'
import { requireUsableEntries } from './known-objects.ts'
import {
  type Decision,
  decideInSection,
  decideOnGameServer,
  isAdministrator,
  isManagingOwner,
  type PermissionEntry,
  permissionsOnGameServer,
} from './logic/decide.ts'
import { missingRight } from './logic/missing-right.ts'
import { suspensionEntries } from './logic/suspension.ts'
import { type Carried, cutToAbilities, isTokenAllowed } from './logic/token-use.ts'
import {
  gameServersWith,
  isNothingVisible,
  isVisible,
  type VisibleGameServers,
  type VisibleObjects,
  visibleGameServers,
  visibleObjects,
} from './logic/visible-objects.ts'
import { createSharedEntries } from './shared-entries.ts'

export type { HeldEntry } from './access-store.ts'
export type { ChangeRights } from './entries.ts'

export interface Access {
  /** Refuses with a PanelError. */
  authorize(rule: AccessRule, caller: Caller, params: Record<string, string>): Promise<void>
  /** The same as an answer, for rules that are one of several ways in. */
  isAllowed(rule: AccessRule, caller: SignedInCaller, params: Record<string, string>): Promise<boolean>
  isAdministrator(userId: number): Promise<boolean>
  /** For lists: read anew, in one query. */
  administratorsAmong(userIds: readonly number[]): Promise<Set<number>>
  /** The caller's own permissions, as far as the token carries them. */
  onGameServer(caller: SignedInCaller, gameServerId: number): Promise<Record<GameServerPermission, boolean>>
  /** The general permissions that the user holds on everything in a section; `view` also on one object of it. */
  inSections(userId: number): Promise<Record<Section, GeneralPermission[]>>
  /** An object that is the same as long as the user's rights are the same. */
  rightsOf(userId: number): Promise<object>
  /** As well. */
  visibleGameServers(userId: number): Promise<VisibleGameServers>
  /** As far as the caller's token is for them. */
  gameServersSeenBy(caller: SignedInCaller): Promise<VisibleGameServers>
  /** Of these objects, those on which the user holds a general permission. */
  allowedInSection(
    userId: number,
    permission: GeneralPermission,
    objectType: ObjectType,
    ids: readonly number[],
  ): Promise<number[]>
  gameServersWith(userId: number, permission: GameServerPermission): Promise<VisibleGameServers>
  /** What a list of the section shows. */
  visibleObjects(userId: number, objectType: ObjectType): Promise<VisibleObjects>
  /** Read anew, with who gives each of them: for explanations. */
  heldEntriesOf(userId: number): Promise<HeldEntry[]>
  /** The same with what suspensions take: as every decision is made. */
  decidingEntriesOf(userId: number): Promise<HeldEntry[]>
  /** The same as a change of rights sees them. */
  heldEntriesIn(transaction: Transaction<Schema>, userId: number): Promise<HeldEntry[]>
  /**
   * The only way to write entries, roles and who holds them: all of it or nothing, one change at a time, never
   * without an administrator left, and in force on every instance when it returns.
   */
  changeRights: ChangeRights
  /** Refuses new entries without effect and entries on objects that do not exist; `path` is the field of the list. */
  requireUsableEntries(
    entries: readonly PermissionEntry[],
    stored: readonly PermissionEntry[],
    path: string,
  ): Promise<void>
  forgetObject(objectType: ObjectType, objectId: number): Promise<void>
}

interface AccessOptions {
  db: Kysely<Schema>
  cache: OpenCache
  changes: Changes
  /** RBAC_CACHE_TTL and CACHE_TTL_RBAC. */
  config: { memoryTtlSeconds: number; sharedTtlSeconds: number }
  /** Given by a later feature. */
  hasPlan(userId: number): Promise<boolean>
  /** Given by a later feature: how a suspended game server refuses; null: it is not suspended any more. */
  suspensionRefusalOf(gameServerId: number): Promise<PanelError | null>
  now(): number
}

const idInPath = /^[1-9][0-9]{0,14}$/

/** An id that cannot exist matches no entry. */
function idOf(text: string | undefined): number {
  return text !== undefined && idInPath.test(text) ? Number(text) : -1
}

export function createAccess(options: AccessOptions): Access {
  const { db, cache, changes, config, hasPlan, suspensionRefusalOf, now } = options
  const entries = createEntries({
    db,
    changes,
    shared: cache.isShared ? createSharedEntries(cache, config.sharedTtlSeconds * 1000, now) : null,
    keepMs: config.memoryTtlSeconds * 1000,
    now,
  })
  const visibleTo = new WeakMap<readonly PermissionEntry[], VisibleGameServers>()
  const openTo = new WeakMap<readonly PermissionEntry[], Map<GameServerPermission, VisibleGameServers>>()

  async function isAllowed(
    { demand }: AccessRule,
    caller: SignedInCaller,
    params: Record<string, string>,
  ): Promise<boolean> {
    if (!('tokens' in demand)) return true
    if (!isTokenAllowed(demand.tokens, carriedBy(caller))) return false
    if (demand.who === 'signed in') return true
    const held = await entries.of(caller.userId)
    switch (demand.who) {
      case 'administrator':
        if (isAdministrator(held)) return !(demand.inPerson && caller.kind === 'service-account')
        return demand.orWithPlan === true && caller.kind === 'login-session' && hasPlan(caller.userId)
      case 'owner of game server':
        if (isAdministrator(held)) return true
        return caller.kind !== 'service-account' && isManagingOwner(held, idOf(params.server))
      case 'in section':
        if (demand.administratorsOnly && !isAdministrator(held)) return false
        if (demand.onAnyObject) return !isNothingVisible(visibleObjects(held, demand.objectType))
        return decideInSection(held, demand.permission, demand.objectType, params.id ? idOf(params.id) : 0)
          .allowed
      case 'on game server':
        return (
          isTokenFor(caller, idOf(params.server)) &&
          demand.permissions.every(name => decideOnGameServer(held, name, idOf(params.server)).allowed)
        )
    }
  }

  async function refusalOf({ demand }: AccessRule, caller: SignedInCaller, params: Record<string, string>) {
    const held = await entries.of(caller.userId)
    const id = idOf(params.server)
    if (isSuspensionAlone(demand, caller, name => decideOnGameServer(held, name, id), id)) {
      const refusal = await suspensionRefusalOf(id)
      if (refusal) return refusal
    }
    const missing = missingRight({
      demand,
      carried: carriedBy(caller),
      isProgram: caller.kind === 'service-account',
      isAdministrator: isAdministrator(held),
      isHeld: name => decideOnGameServer(held, name, id).allowed,
    })
    if (missing === null) return new PanelError('forbidden')
    if (demand.who === 'owner of game server' && 'permission' in missing) {
      return lacking(missing, managersOnly.message)
    }
    const isOtherServer = demand.who === 'on game server' && !isTokenFor(caller, id)
    return isOtherServer ? lacking(missing, otherServer) : lacking(missing)
  }

  async function visibleGameServersOf(userId: number): Promise<VisibleGameServers> {
    const held = await entries.of(userId)
    const visible = visibleTo.get(held) ?? visibleGameServers(held)
    visibleTo.set(held, visible)
    return visible
  }

  return {
    async authorize(rule, caller, params) {
      if (caller.kind === 'login-session' && caller.restricted && !isOpenWhileEnrolling(rule)) {
        throw new PanelError('session_restricted')
      }
      if (rule.demand.who === 'anyone') return
      if (caller.kind === 'anonymous') throw new PanelError('not_signed_in')
      // A token of the wrong kind for the route is a stranger; the right kind without the right is refused (A02).
      if (isStranger(rule, caller)) throw new PanelError('not_signed_in')
      if (!(await isAllowed(rule, caller, params))) throw await refusalOf(rule, caller, params)
    },
    isAllowed,
    isAdministrator: async userId => isAdministrator(await entries.of(userId)),
    administratorsAmong: userIds => administratorsAmong(db, userIds),
    async onGameServer(caller, gameServerId) {
      const held = isTokenFor(caller, gameServerId) ? await entries.of(caller.userId) : []
      return cutToAbilities(permissionsOnGameServer(held, gameServerId), carriedBy(caller))
    },
    rightsOf: userId => entries.of(userId),
    async inSections(userId) {
      const held = await entries.of(userId)
      const allowed = (section: Section) =>
        generalPermissions.filter(name =>
          name === 'view'
            ? !isNothingVisible(visibleObjects(held, section))
            : decideInSection(held, name, section, 0).allowed,
        )
      return Object.fromEntries(sections.map(section => [section, allowed(section)])) as Record<
        Section,
        GeneralPermission[]
      >
    },
    visibleGameServers: visibleGameServersOf,
    async gameServersSeenBy(caller) {
      const visible = await visibleGameServersOf(caller.userId)
      const only = caller.kind === 'personal-access-token' ? caller.gameServerIds : null
      return only === null ? visible : { all: false, only: only.filter(id => isVisible(visible, id)) }
    },
    async gameServersWith(userId, permission) {
      const held = await entries.of(userId)
      const open = openTo.get(held) ?? new Map<GameServerPermission, VisibleGameServers>()
      const known = open.get(permission) ?? gameServersWith(held, permission)
      openTo.set(held, open.set(permission, known))
      return known
    },
    async allowedInSection(userId, permission, objectType, ids) {
      const held = await entries.of(userId)
      return ids.filter(id => decideInSection(held, permission, objectType, id).allowed)
    },
    visibleObjects: async (userId, objectType) => visibleObjects(await entries.of(userId), objectType),
    heldEntriesOf: userId => readHeldEntries(db, userId),
    async decidingEntriesOf(userId) {
      const held = await readHeldEntries(db, userId)
      const suspended = suspensionEntries(held, await suspendedGameServers(db))
      return [...held, ...suspended.map(entry => ({ ...entry, role: null }))]
    },
    heldEntriesIn: readHeldEntries,
    changeRights: entries.changeRights,
    requireUsableEntries: (list, stored, path) => requireUsableEntries(db, { entries: list, stored, path }),
    forgetObject: (objectType, objectId) => removeEntriesOn(db, objectType, objectId),
  }
}

/** Everything that the route demands is held, but for what the suspension of the game server takes. */
function isSuspensionAlone(
  demand: AccessRule['demand'],
  caller: SignedInCaller,
  decisionOn: (name: GameServerPermission) => Decision,
  gameServerId: number,
): boolean {
  if (demand.who !== 'on game server' || !isTokenFor(caller, gameServerId)) return false
  if (!isTokenAllowed(demand.tokens, carriedBy(caller))) return false
  return demand.permissions.map(decisionOn).every(({ allowed, reason }) => allowed || reason === 'suspended')
}

/** Whose token is of the wrong kind for the route. */
function isStranger({ demand }: AccessRule, { kind }: SignedInCaller): boolean {
  if (demand.who === 'login session') return kind !== 'login-session'
  if (demand.who === 'account') return kind === 'personal-access-token'
  return demand.who === 'signed in' && demand.peopleOnly && kind === 'service-account'
}

function carriedBy(caller: SignedInCaller): Carried {
  return caller.kind === 'personal-access-token' ? caller.abilities : 'everything'
}

/** Of whoever does not manage a game server. */
export const managersOnly = {
  missing: { permission: administratorPermission },
  message: 'only the owner of this server and administrators can do this',
} as const

/** Said whether or not there is such a game server. */
const otherServer = 'this access token is for other game servers: make one that names this server, or none'

function isTokenFor(caller: SignedInCaller, gameServerId: number): boolean {
  if (caller.kind !== 'personal-access-token' || caller.gameServerIds === null) return true
  return caller.gameServerIds.includes(gameServerId)
}

function isOpenWhileEnrolling({ demand }: AccessRule): boolean {
  return 'whileEnrolling' in demand && demand.whileEnrolling
}
