// Made-up people for looking at the interface, with decisions computed from their entries.

import {
  type GameServerPermission,
  gameServerPermissionNames,
  gameServerPermissions,
  generalPermissions,
  type ObjectType,
  type Permission,
  sections,
} from '@rookery/contracts/game-server-permissions.ts'
import type { AnswerOf } from '@rookery/contracts/http/endpoint.ts'
import type {
  Decision,
  PermissionOnGameServer,
  readUserAccess,
  StoredEntry,
} from '@rookery/contracts/http/permissions.ts'
import type { Role } from '@rookery/contracts/http/roles.ts'
import type { User, UserGameServer } from '@rookery/contracts/http/users.ts'
import { gameServers } from './fixtures.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

const entry = (
  permission: Permission,
  effect: StoredEntry['effect'],
  objectType: ObjectType | null = null,
  objectId: number | null = null,
): StoredEntry => ({ permission, effect, object_type: objectType, object_id: objectId })

const onServers = (
  effect: StoredEntry['effect'],
  names: string[],
  gameServerId: number | null = null,
): StoredEntry[] =>
  names.map(name => entry(`game-server-${name}` as GameServerPermission, effect, 'server', gameServerId))

const role = (id: number, name: string, title: string, users: number, entries: StoredEntry[]): Role => ({
  id,
  name,
  title,
  built_in: id <= 2,
  user_count: users,
  entries,
  created_at: ago(900_000),
})

export const roles: Role[] = [
  role(1, 'admin', 'Administrator', 2, [entry('admin roles & permissions', 'allow')]),
  role(2, 'user', 'User', 31, []),
  role(3, 'moderators', 'Moderators', 4, [
    ...onServers('allow', ['common', 'console-view', 'console-send', 'rcon-players']),
    ...onServers('allow', ['restart'], 1),
  ]),
  role(4, 'no-power', 'Hands off the power', 3, onServers('deny', ['start', 'stop', 'restart', 'pause'])),
  role(5, 'node-keepers', 'Node keepers', 1, [
    entry('view', 'allow', 'node'),
    entry('edit', 'allow', 'node', 2),
    entry('view', 'allow', 'task'),
    entry('delete', 'allow', 'task'),
  ]),
]

interface Person {
  user: User
  entries: StoredEntry[]
}

const person = (
  id: number,
  login: string,
  name: string,
  roleNames: string[],
  entries: StoredEntry[] = [],
  parts: Partial<User> = {},
): Person => ({
  user: {
    id,
    login,
    name,
    email: `${login}@example.org`,
    roles: roleNames,
    is_admin: roleNames.includes('admin'),
    two_factor_enabled: false,
    language: null,
    created_at: ago(id * 90_000),
    ...parts,
  },
  entries,
})

export const people: Person[] = [
  person(1, 'admin', 'Mara', ['admin'], [], { two_factor_enabled: true, language: 'en' }),
  person(
    3,
    'jonas',
    'Jonas Weber',
    ['user', 'moderators', 'no-power'],
    [
      ...onServers('allow', ['common', 'start', 'stop', 'files', 'settings', 'metrics'], 1),
      ...onServers('allow', ['common', 'start'], 2),
      ...onServers('deny', ['console-send'], 2),
      ...onServers('deny', ['common'], 7),
      entry('view', 'allow', 'template'),
      entry('delete', 'deny', 'template'),
    ],
  ),
  person(4, 'priya', 'Priya', ['admin', 'moderators'], onServers('deny', ['files'], 1), {
    two_factor_enabled: true,
    language: 'de',
  }),
  person(5, 'tom', 'tom', ['user'], [], { email: '' }),
  person(6, 'kai-lennart', 'Kai-Lennart von der Westernhagen-Brockdorff', [
    'user',
    'moderators',
    'node-keepers',
  ]),
]
export const users = people.map(({ user }) => user)

interface Sourced extends StoredEntry {
  role: { id: number; name: string; title: string } | null
}

function entriesOf({ user, entries }: Person): Sourced[] {
  const ofRoles = roles
    .filter(({ name }) => user.roles.includes(name))
    .flatMap(({ id, name, title, entries: given }) =>
      given.map(each => ({ ...each, role: { id, name, title } })),
    )
  return [...entries.map(each => ({ ...each, role: null })), ...ofRoles]
}

function decide(
  of: Person,
  permission: Permission,
  objectType: ObjectType | null,
  objectId: number | null,
): Decision {
  const matching = entriesOf(of).filter(
    each =>
      each.permission === permission &&
      (each.object_type === null || each.object_type === objectType) &&
      (each.object_id === null || each.object_id === objectId),
  )
  const deciding = matching.find(({ effect }) => effect === 'deny') ?? matching[0]
  if (deciding) return { allowed: deciding.effect === 'allow', reason: 'entry', entry: deciding }
  if (of.user.is_admin) return { allowed: true, reason: 'administrator', entry: null }
  return { allowed: false, reason: 'no_entry', entry: null }
}

export function permissionsOn(of: Person, gameServerId: number): PermissionOnGameServer[] {
  const basic = decide(of, 'game-server-common', 'server', gameServerId)
  return gameServerPermissionNames.map(permission => {
    const own = decide(of, permission, 'server', gameServerId)
    const { allowed, ...source } =
      basic.allowed || permission === 'game-server-common'
        ? own
        : { allowed: false, reason: 'basic_privileges' as const, entry: basic.entry }
    return { permission, value: allowed, title: gameServerPermissions[permission], source }
  })
}

export function visibleTo(of: Person): UserGameServer[] {
  return gameServers
    .map(gameServer => ({
      ...gameServer,
      permissions: Object.fromEntries(
        permissionsOn(of, gameServer.id).map(({ permission, value }) => [permission, value]),
      ) as UserGameServer['permissions'],
    }))
    .filter(({ permissions }) => permissions['game-server-common'])
}

export const accessOf = (of: Person): AnswerOf<typeof readUserAccess> => ({
  administrator: decide(of, 'admin roles & permissions', null, null),
  sections: sections.map(objectType => ({
    object_type: objectType,
    permissions: Object.fromEntries(
      generalPermissions.map(name => [name, decide(of, name, objectType, null)]),
    ) as Record<(typeof generalPermissions)[number], Decision>,
  })),
  visible_servers: visibleTo(of).length,
})

/** Grants and withdraws as the panel does it: a deny is added where the permission still comes from elsewhere. */
export function changeOn(
  of: Person,
  gameServerId: number,
  wishes: { permission: GameServerPermission; value: boolean }[],
): void {
  for (const { permission, value } of wishes) {
    const isHere = (each: StoredEntry) =>
      each.permission === permission && each.object_type === 'server' && each.object_id === gameServerId
    of.entries = of.entries.filter(each => !isHere(each))
    if (decide(of, permission, 'server', gameServerId).allowed === value) continue
    of.entries.push(entry(permission, value ? 'allow' : 'deny', 'server', gameServerId))
  }
}

/** The entries that are not about one game server. */
export const wideEntries = ({ entries }: Person) =>
  entries.filter(each => each.object_type !== 'server' || each.object_id === null)
