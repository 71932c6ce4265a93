// Routes of access to a game server, for its owner and administrators.

import {
  changeGameServerAccess,
  readGameServerAccess,
  removeGameServerAccess,
  shareGameServer,
} from '@rookery/contracts/http/ownership.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { ownerOfGameServer } from '../../platform/http/access-rule.ts'
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Users } from '../users/users.ts'
import type { FindByLogin } from './find-by-login.ts'
import type { ServerAccess } from './server-access.ts'

interface OwnershipRoutesDeps {
  serverAccess: ServerAccess
  findByLogin: FindByLogin
  users: Pick<Users, 'findById'>
  gameServers: Pick<GameServers, 'find'>
  audit: Audit
}

interface Recorded {
  caller: SignedInCaller
  request: RequestFacts
}

export function ownershipRoutes(deps: OwnershipRoutesDeps): Route[] {
  const { serverAccess, findByLogin, users, gameServers, audit } = deps
  const record = ({ caller, request }: Recorded, userId: number, server: number) => {
    const details = { user_id: userId, server_id: server }
    audit.record({ event: 'user.permissions_changed', outcome: 'success', request, details }, caller)
  }
  /** A service account, or nobody at all, is granted nothing here: the change refuses it as such. */
  const personOr = async (userId: number) => {
    const user = await users.findById(userId)
    return user?.kind === 'person' ? user : { id: 0, login: '', name: '' }
  }
  return [
    route(readGameServerAccess, ownerOfGameServer(), async ({ params }) => {
      const { id, owner } = await gameServers.find(params.server)
      return { owner, people: await serverAccess.people(id, owner?.id ?? null) }
    }),
    route(shareGameServer, ownerOfGameServer(), async call => {
      const server = await gameServers.find(call.params.server)
      const { id, login, name } = await findByLogin(call.body.login, call.caller)
      const wanted = { permissions: call.body.permissions, as: 'more' } as const
      const granted = await serverAccess.change(server, { id, login }, wanted, call.caller)
      record(call, id, server.id)
      return { id, login, name, ...granted }
    }),
    route(changeGameServerAccess, ownerOfGameServer(), async call => {
      const server = await gameServers.find(call.params.server)
      const { id, login, name } = await personOr(call.params.user)
      const wanted = { permissions: call.body.permissions, as: 'exactly' } as const
      const granted = await serverAccess.change(server, { id, login }, wanted, call.caller)
      record(call, id, server.id)
      return { id, login, name, ...granted }
    }),
    route(removeGameServerAccess, ownerOfGameServer(), async call => {
      const server = await gameServers.find(call.params.server)
      const { id, login } = await personOr(call.params.user)
      await serverAccess.change(server, { id, login }, { permissions: [], as: 'exactly' }, call.caller)
      record(call, id, server.id)
    }),
  ]
}
