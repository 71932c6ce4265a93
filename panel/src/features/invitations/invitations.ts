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
import type { SignedInCaller } from '../../platform/caller.ts'
import type { AlsoWrite } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { EditTags, RequireState } from '../../platform/http/edit-tags.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf, changedNames } from '../people-activity/people-activity-rules.ts'
import { type Permissions, recordPermissions } from '../permissions/permissions.ts'
import type { Users } from '../users/users.ts'
import { createPresetsStore } from './presets-store.ts'
import { invitationRoutes } from './routes.ts'

interface InvitationsDeps {
  db: Kysely<Schema>
  users: Pick<Users, 'require' | 'findById' | 'findByLogin' | 'create'>
  permissions: Pick<Permissions, 'setOnGameServer' | 'setOnGameServerIn' | 'onGameServer'>
  gameServers: Pick<GameServers, 'find'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  editTags: EditTags
  random(bytes: number): Buffer
  now(): number
}

type InvitationInput = BodyOf<typeof inviteToGameServer>

/** The game server, with its name. */
type InvitedTo = Pick<Awaited<ReturnType<GameServers['find']>>, 'id' | 'name'>

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
  const { users, permissions, peopleActivity, now } = deps
  const store = createPresetsStore(deps.db)
  const presetOf = (name: PresetName, changed: GameServerPermission[] | undefined): PermissionPreset => ({
    name,
    permissions: inOrder(changed ?? defaultPresets[name]),
    is_default: changed === undefined,
  })

  const readPreset = async (name: PresetName, within?: Kysely<Schema>) =>
    presetOf(name, (await store.read(within)).get(name))

  const checkAndRecord =
    (
      name: PresetName,
      after: readonly string[],
      { caller, requireState }: { caller: SignedInCaller; requireState: RequireState | null },
    ): AlsoWrite =>
    async transaction => {
      const before = await readPreset(name, transaction)
      requireState?.(before)
      const details = changedNames(before.permissions, after)
      if (details.added.length + details.removed.length === 0) return
      const subject = { type: 'preset', id: null, name } as const
      await peopleActivity.write(transaction, authorOf(caller), { event: 'preset_changed', subject, details })
    }

  /** The person and their permissions, or neither. */
  async function inviteNew(
    server: InvitedTo,
    login: string,
    input: InvitationInput,
    caller: SignedInCaller,
  ): Promise<Invited> {
    if (await users.findByLogin(login)) throw takenLogin()
    const password = passwordFrom(deps.random(passwordBytes))
    const person = { login, name: input.name ?? login, email: '', language: null, password, roles: ['user'] }
    const userId = await users.create(person, caller, (transaction, id) =>
      permissions.setOnGameServerIn(
        transaction,
        id,
        server.id,
        granted(input.permissions),
        (within, permissions) =>
          peopleActivity.write(within, authorOf(caller), {
            event: 'user_invited',
            subject: { type: 'user', id, name: login },
            server,
            details: { permissions },
          }),
      ),
    )
    return { userId, password }
  }

  return {
    async presets(): Promise<PermissionPreset[]> {
      const changed = await store.read()
      return presetNames.map(name => presetOf(name, changed.get(name)))
    },
    readPreset,
    /** Refuses with not_found. */
    requirePreset(name: string): PresetName {
      const known = presetNames.find(each => each === name)
      if (!known) throw new PanelError('not_found', { message: 'there is no such preset' })
      return known
    },
    async changePreset(
      name: PresetName,
      permissions: readonly GameServerPermission[],
      by: { caller: SignedInCaller; requireState: RequireState | null },
    ) {
      await store.write(name, inOrder(permissions), now(), checkAndRecord(name, permissions, by))
      return presetOf(name, [...permissions])
    },
    async resetPreset(name: PresetName, caller: SignedInCaller) {
      await store.remove(name, checkAndRecord(name, defaultPresets[name], { caller, requireState: null }))
      return presetOf(name, undefined)
    },
    /** Somebody who is there already keeps what they hold. */
    async invite({ id, name }: InvitedTo, input: InvitationInput, caller: SignedInCaller): Promise<Invited> {
      const server = { id, name }
      if (input.login !== undefined) return inviteNew(server, input.login, input, caller)
      const user = await users.findById(input.user_id ?? 0)
      if (user?.kind !== 'person') throw invalidField('user_id', 'there is no such user')
      const recorded = recordPermissions(peopleActivity, caller, user, server)
      await permissions.setOnGameServer(user.id, id, granted(input.permissions), caller, recorded)
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
