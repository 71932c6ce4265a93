// Invitations to one game server, and the presets that they copy: nothing remembers which preset somebody was given.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { inviteToGameServer, PermissionPreset } from '@rookery/contracts/http/invitations.ts'
import { defaultPresets, type PresetName, presetNames } from '@rookery/contracts/permission-presets.ts'
import { passwordBytes, passwordFrom } from '@rookery/primitives/generated-password.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { UserPermissions } from '../user-permissions/user-permissions.ts'
import type { Users } from '../users/users.ts'
import { createPresetsStore } from './presets-store.ts'
import { invitationRoutes } from './routes.ts'

interface InvitationsDeps {
  db: Kysely<Schema>
  users: Pick<Users, 'require' | 'findById' | 'findByLogin' | 'create'>
  userPermissions: Pick<UserPermissions, 'setOnGameServer' | 'setOnGameServerIn' | 'onGameServer'>
  gameServers: Pick<GameServers, 'find'>
  audit: Audit
  random(bytes: number): Buffer
  now(): number
}

type InvitationInput = BodyOf<typeof inviteToGameServer>

export interface Invited {
  userId: number
  /** Of a new person; null for one who was there before. */
  password: string | null
}

export type Invitations = ReturnType<typeof createInvitations>

export function openInvitations(deps: InvitationsDeps) {
  const invitations = createInvitations(deps)
  return { ...invitations, routes: invitationRoutes({ ...deps, invitations }) }
}

function createInvitations(deps: InvitationsDeps) {
  const { users, userPermissions, now } = deps
  const store = createPresetsStore(deps.db)
  const presetOf = (name: PresetName, changed: GameServerPermission[] | undefined): PermissionPreset => ({
    name,
    permissions: inOrder(changed ?? defaultPresets[name]),
    is_default: changed === undefined,
  })

  /** The person and their permissions, or neither. */
  async function inviteNew(gameServerId: number, login: string, input: InvitationInput): Promise<Invited> {
    if (await users.findByLogin(login)) throw takenLogin()
    const password = passwordFrom(deps.random(passwordBytes))
    const person = { login, name: input.name ?? login, email: '', language: null, password, roles: ['user'] }
    const userId = await users.create(person, (transaction, id) =>
      userPermissions.setOnGameServerIn(transaction, id, gameServerId, granted(input.permissions)),
    )
    return { userId, password }
  }

  return {
    async presets(): Promise<PermissionPreset[]> {
      const changed = await store.read()
      return presetNames.map(name => presetOf(name, changed.get(name)))
    },
    /** Refuses with not_found. */
    requirePreset(name: string): PresetName {
      const known = presetNames.find(each => each === name)
      if (!known) throw new PanelError('not_found', { message: 'there is no such preset' })
      return known
    },
    async changePreset(name: PresetName, permissions: readonly GameServerPermission[]) {
      await store.write(name, inOrder(permissions), now())
      return presetOf(name, [...permissions])
    },
    async resetPreset(name: PresetName) {
      await store.remove(name)
      return presetOf(name, undefined)
    },
    /** Somebody who is there already keeps what they hold. */
    async invite(gameServerId: number, input: InvitationInput): Promise<Invited> {
      if (input.login !== undefined) return inviteNew(gameServerId, input.login, input)
      const user = await users.findById(input.user_id ?? 0)
      if (!user) throw invalidField('user_id', 'there is no such user')
      await userPermissions.setOnGameServer(user.id, gameServerId, granted(input.permissions))
      return { userId: user.id, password: null }
    },
  }
}

const granted = (permissions: readonly GameServerPermission[]) =>
  permissions.map(permission => ({ permission, value: true }))

const inOrder = (permissions: readonly GameServerPermission[]) =>
  gameServerPermissionNames.filter(name => permissions.includes(name))

const takenLogin = () =>
  invalidField('login', 'is taken by another user: choose the person from the list, or another login')
