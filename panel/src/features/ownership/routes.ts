// Routes of access to a game server and of offers of its ownership, for its owner and administrators, and for whom it is offered to.

import {
  acceptOwnership,
  changeGameServerAccess,
  declineOwnership,
  listOwnershipOffers,
  offerOwnership,
  readGameServerAccess,
  removeGameServerAccess,
  shareGameServer,
  withdrawOwnership,
} from '@rookery/contracts/http/ownership.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { ofPerson, ownerOfGameServer } from '../../platform/http/access-rule.ts'
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts'
import type { Audit, AuditDetails } from '../audit/audit.ts'
import type { AuditEvent } from '../audit/audit-event-rules.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Users } from '../users/users.ts'
import type { FindByLogin } from './find-by-login.ts'
import type { Offers } from './offers.ts'
import type { ServerAccess } from './server-access.ts'

interface OwnershipRoutesDeps {
  serverAccess: ServerAccess
  offers: Offers
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
  const { serverAccess, offers, findByLogin, users, gameServers, audit } = deps
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
      const people = await serverAccess.people(id, owner?.id ?? null)
      return { owner, people, offer: await offers.of(id) }
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
    ...offerRoutes(deps),
  ]
}

function offerRoutes({ offers, findByLogin, gameServers, audit }: OwnershipRoutesDeps): Route[] {
  const record = (event: AuditEvent, { caller, request }: Recorded, details: AuditDetails) =>
    audit.record({ event, outcome: 'success', request, details }, caller)
  return [
    route(offerOwnership, ownerOfGameServer(), async call => {
      const server = await gameServers.find(call.params.server)
      const { id, login, name } = await findByLogin(call.body.login, call.caller)
      await offers.offer(server, { id, login }, call.body.keep_access, call.caller)
      record('user.ownership_offered', call, { user_id: id, server_id: server.id })
      return { id, login, name }
    }),
    route(withdrawOwnership, ownerOfGameServer(), async call => {
      const server = await gameServers.find(call.params.server)
      const { id } = await offers.withdraw(server, call.caller)
      const details = { user_id: id, server_id: server.id, ended_by: 'withdrawn' }
      record('user.ownership_offer_ended', call, details)
    }),
    route(listOwnershipOffers, ofPerson('refused'), call => offers.to(call.caller.userId)),
    route(acceptOwnership, ofPerson('refused'), async call => {
      const { server } = call.params
      await offers.accept(server, call.caller)
      const details = { server_id: server, owner_id: call.caller.userId }
      record('user.server_owner_changed', call, details)
    }),
    route(declineOwnership, ofPerson('refused'), async call => {
      const { server } = call.params
      await offers.decline(server, call.caller)
      const details = { user_id: call.caller.userId, server_id: server, ended_by: 'declined' }
      record('user.ownership_offer_ended', call, details)
    }),
  ]
}
