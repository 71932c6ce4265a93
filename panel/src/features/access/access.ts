// Who may do what: keeps the entries of users for a moment and judges the rules that routes and channels declare.

import type {
  GameServerPermission,
  GeneralPermission,
  ObjectType,
} from '@rookery/contracts/game-server-permissions.ts'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Caller, SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { AccessRule } from '../../platform/http/access-rule.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'
import { readEntries } from './access-store.ts'
import {
  decideInSection,
  decideOnGameServer,
  isAdministrator,
  type PermissionEntry,
  permissionsOnGameServer,
} from './logic/decide.ts'
import { type Carried, cutToAbilities, isTokenAllowed } from './logic/token-use.ts'
import { type VisibleGameServers, visibleGameServers } from './logic/visible-servers.ts'

export interface Access {
  authorize(
    rule: AccessRule,
    caller: Caller,
    params: Record<string, string>,
    request: RequestFacts,
  ): Promise<void>
  isAdministrator(userId: number): Promise<boolean>
  /** The caller's own permissions, as far as the token carries them. */
  onGameServer(caller: SignedInCaller, gameServerId: number): Promise<Record<GameServerPermission, boolean>>
  visibleGameServers(userId: number): Promise<VisibleGameServers>
  /** Of these objects, those on which the user holds a general permission. */
  allowedInSection(
    userId: number,
    permission: GeneralPermission,
    objectType: ObjectType,
    ids: readonly number[],
  ): Promise<number[]>
}

interface AccessOptions {
  db: Kysely<Schema>
  changes: Changes
  audit: Audit
  keepEntriesMs: number
  now(): number
}

const idInPath = /^[1-9][0-9]{0,14}$/

/** An id that cannot exist matches no entry. */
function idOf(text: string | undefined): number {
  return text !== undefined && idInPath.test(text) ? Number(text) : -1
}

export function createAccess({ db, changes, audit, keepEntriesMs, now }: AccessOptions): Access {
  const kept = new LRUCache<number, { entries: PermissionEntry[]; untilMs: number }>({ max: 10_000 })
  let version = 0
  changes.listen(change => {
    if (change.kind !== 'rights-changed') return
    version += 1
    if (change.userId === 'everybody') kept.clear()
    else kept.delete(change.userId)
  })

  async function entriesOf(userId: number): Promise<PermissionEntry[]> {
    const known = kept.get(userId)
    if (known && now() < known.untilMs) return known.entries
    const versionBefore = version
    const entries = await readEntries(db, userId)
    // What was read before a change must not be kept after it.
    if (version === versionBefore) kept.set(userId, { entries, untilMs: now() + keepEntriesMs })
    return entries
  }

  async function isAllowed(
    rule: AccessRule,
    caller: SignedInCaller,
    params: Record<string, string>,
  ): Promise<boolean> {
    const { demand } = rule
    if (demand.who === 'anyone' || demand.who === 'login session') return true
    if (!isTokenAllowed(demand.tokens, carriedBy(caller))) return false
    if (demand.who === 'signed in') return true
    const entries = await entriesOf(caller.userId)
    switch (demand.who) {
      case 'administrator':
        return isAdministrator(entries)
      case 'in section':
        return decideInSection(entries, demand.permission, demand.objectType, params.id ? idOf(params.id) : 0)
          .allowed
      case 'on game server':
        return demand.permissions.every(
          name => decideOnGameServer(entries, name, idOf(params.server)).allowed,
        )
    }
  }

  return {
    async authorize(rule, caller, params, request) {
      if (caller.kind === 'login-session' && caller.restricted && !isOpenWhileEnrolling(rule)) {
        throw new PanelError('session_restricted')
      }
      if (rule.demand.who === 'anyone') return
      if (caller.kind === 'anonymous') throw new PanelError('not_signed_in')
      // A token of the wrong kind for the route is a stranger; the right kind without the right is refused (A02).
      const isStranger = rule.demand.who === 'login session' && caller.kind !== 'login-session'
      if (isStranger) throw new PanelError('not_signed_in')
      if (await isAllowed(rule, caller, params)) return
      audit.record({ event: 'access.denied', outcome: 'denied', request }, caller)
      throw new PanelError('forbidden')
    },
    isAdministrator: async userId => isAdministrator(await entriesOf(userId)),
    async onGameServer(caller, gameServerId) {
      return cutToAbilities(
        permissionsOnGameServer(await entriesOf(caller.userId), gameServerId),
        carriedBy(caller),
      )
    },
    visibleGameServers: async userId => visibleGameServers(await entriesOf(userId)),
    async allowedInSection(userId, permission, objectType, ids) {
      const entries = await entriesOf(userId)
      return ids.filter(id => decideInSection(entries, permission, objectType, id).allowed)
    },
  }
}

function carriedBy(caller: SignedInCaller): Carried {
  return caller.kind === 'login-session' ? 'everything' : caller.abilities
}

function isOpenWhileEnrolling({ demand }: AccessRule): boolean {
  return 'whileEnrolling' in demand && demand.whileEnrolling
}
