// Routes of users' permissions and of what follows from them, for administrators.

import {
  changePermissionsOnGameServer,
  changeUserPermissions,
  explainPermission,
  listPermissions,
  readPermissionsOnGameServer,
  readUserAccess,
  readUserPermissions,
} from '@rookery/contracts/http/permissions.ts'
import { listUserGameServers } from '@rookery/contracts/http/users.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { administrator } from '../../platform/http/access-rule.ts'
import { windowOf } from '../../platform/http/paging.ts'
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Access } from '../access/access.ts'
import { permissionsOnGameServer } from '../access/logic/decide.ts'
import { entryFromApi, entryToApi } from '../access/logic/entry-shapes.ts'
import { visibleGameServers } from '../access/logic/visible-objects.ts'
import type { Audit, AuditDetails } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import type { Users } from '../users/users.ts'
import { permissionCatalog } from './logic/permission-kinds.ts'
import { type Permissions, recordPermissions } from './permissions.ts'

interface PermissionRoutesDeps {
  permissions: Permissions
  users: Pick<Users, 'require'>
  gameServers: Pick<GameServers, 'find' | 'list'>
  access: Pick<Access, 'heldEntriesOf'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
}

export function permissionRoutes(deps: PermissionRoutesDeps): Route[] {
  const { permissions } = deps
  return [
    route(listPermissions, administrator(), () => permissionCatalog),
    route(explainPermission, administrator(), async call => {
      const { user, permission, server, object_type, object_id } = call.query
      await deps.users.require(user)
      if (server !== undefined) await deps.gameServers.find(server)
      const place = { gameServerId: server, objectType: object_type, objectId: object_id }
      return { ...(await permissions.explain(user, permission, place)), permission, user_id: user }
    }),
    ...entryRoutes(deps),
    ...gameServerRoutes(deps),
  ]
}

interface Asked {
  caller: SignedInCaller
  request: RequestFacts
}

function recordChange(audit: Audit, { caller, request }: Asked, details: AuditDetails): void {
  audit.record({ event: 'user.permissions_changed', outcome: 'success', request, details }, caller)
}

function entryRoutes({
  permissions,
  users,
  gameServers,
  access,
  audit,
  peopleActivity,
}: PermissionRoutesDeps): Route[] {
  const read = async (userId: number) => (await permissions.readWide(userId)).map(entryToApi)
  return [
    route(readUserPermissions, administrator(), async call => {
      const { id } = await users.require(call.params.id)
      return read(id)
    }),
    route(changeUserPermissions, administrator(), async call => {
      const user = await users.require(call.params.id)
      const { id } = user
      const recorded = recordPermissions(peopleActivity, call.caller, user)
      await permissions.replaceWide(id, call.body.map(entryFromApi), call.caller, recorded)
      recordChange(audit, call, { user_id: id })
      return read(id)
    }),
    route(readUserAccess, administrator(), async call => {
      const { id } = await users.require(call.params.id)
      const visible = visibleGameServers(await access.heldEntriesOf(id))
      const { total } = await gameServers.list({ visible, sort: 'name' }, { limit: 1, offset: 0 })
      return { ...(await permissions.inSections(id)), visible_servers: total }
    }),
  ]
}

function gameServerRoutes({
  permissions,
  users,
  gameServers,
  access,
  audit,
  peopleActivity,
}: PermissionRoutesDeps): Route[] {
  const both = async (userId: number, gameServerId: number) => ({
    user: await users.require(userId),
    gameServer: await gameServers.find(gameServerId),
  })
  return [
    route(listUserGameServers, administrator(), async call => {
      const { id } = await users.require(call.params.id)
      const held = await access.heldEntriesOf(id)
      const filter = { visible: visibleGameServers(held), q: call.query.q, sort: 'name' as const }
      const { items, total } = await gameServers.list(filter, windowOf(call.query))
      return {
        items: items.map(item => ({ ...item, permissions: permissionsOnGameServer(held, item.id) })),
        total,
      }
    }),
    route(readPermissionsOnGameServer, administrator(), async call => {
      const { id, server } = call.params
      await both(id, server)
      return permissions.onGameServer(id, server)
    }),
    route(changePermissionsOnGameServer, administrator(), async call => {
      const { id, server } = call.params
      const { user, gameServer } = await both(id, server)
      const place = { id: server, name: gameServer.name }
      const recorded = recordPermissions(peopleActivity, call.caller, user, place)
      await permissions.setOnGameServer(id, server, call.body, call.caller, recorded)
      recordChange(audit, call, { user_id: id, server_id: server })
      return permissions.onGameServer(id, server)
    }),
  ]
}
