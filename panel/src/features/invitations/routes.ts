// Routes of invitations and presets, for administrators.

import {
  changePermissionPreset,
  inviteToGameServer,
  listPermissionPresets,
  readPermissionPreset,
  resetPermissionPreset,
} from '@rookery/contracts/http/invitations.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { administrator, signedIn } from '../../platform/http/access-rule.ts'
import type { EditTags } from '../../platform/http/edit-tags.ts'
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit, AuditDetails } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-event-rules.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Permissions } from '../permissions/permissions.ts'
import type { Users } from '../users/users.ts'
import type { Invitations } from './invitations.ts'

interface InvitationRoutesDeps {
  invitations: Invitations
  users: Pick<Users, 'require'>
  permissions: Pick<Permissions, 'onGameServer'>
  gameServers: Pick<GameServers, 'find'>
  audit: Audit
  editTags: EditTags
}

interface Recorded {
  caller: SignedInCaller
  request: RequestFacts
}

export function invitationRoutes(deps: InvitationRoutesDeps): Route[] {
  const { invitations, users, permissions, gameServers, editTags } = deps
  const record = (event: AuditEvent, { caller, request }: Recorded, details: AuditDetails) =>
    deps.audit.record({ event, outcome: 'success', request, details }, caller)
  return [
    // Owners choose among them too.
    route(listPermissionPresets, signedIn('refused'), () => invitations.presets()),
    route(readPermissionPreset, administrator(), async (call, { reply }) => {
      const preset = await invitations.readPreset(invitations.requirePreset(call.params.preset))
      editTags.give(reply, preset)
      return preset
    }),
    route(changePermissionPreset, administrator(), async (call, { incoming, reply }) => {
      const preset = invitations.requirePreset(call.params.preset)
      const requireState = editTags.requiredBy(incoming.headers)
      const changed = await invitations.changePreset(preset, call.body.permissions, {
        caller: call.caller,
        requireState,
      })
      record('preset.changed', call, { preset, permissions: changed.permissions.join(',') })
      editTags.give(reply, changed)
      return changed
    }),
    route(resetPermissionPreset, administrator(), async call => {
      const preset = invitations.requirePreset(call.params.preset)
      const changed = await invitations.resetPreset(preset, call.caller)
      record('preset.changed', call, { preset, permissions: changed.permissions.join(',') })
      return changed
    }),
    route(inviteToGameServer, administrator(), async call => {
      const { server } = call.params
      const gameServer = await gameServers.find(server)
      const { userId, password } = await invitations.invite(gameServer, call.body, call.caller)
      const { id, login, name } = await users.require(userId)
      if (password !== null) {
        record('user.created', call, { user_id: id, user_login: login, roles: 'user' })
      }
      record('user.permissions_changed', call, { user_id: id, server_id: server })
      return { user: { id, login, name }, password, permissions: await permissions.onGameServer(id, server) }
    }),
  ]
}
