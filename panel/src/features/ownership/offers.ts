// Offers of ownership: an owner offers a game server to a person, who takes it over once, or declines.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { OwnershipOffer } from '@rookery/contracts/http/ownership.ts'
import type { Kysely, Transaction } from 'kysely'
import type { AccountCaller, SignedInCaller } from '../../platform/caller.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { lacking } from '../../platform/lacking.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import { type Access, managersOnly } from '../access/access.ts'
import { isManagingOwner, permissionsOnGameServer } from '../access/logic/decide.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Invitations } from '../invitations/invitations.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import type { Plans } from '../plans/plans.ts'
import { createOffersStore, type StoredOffer } from './offers-store.ts'
import type { NamedServer, ServerAccess } from './server-access.ts'

interface OffersDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'changeRights' | 'heldEntriesIn'>
  gameServers: Pick<GameServers, 'writeOwner'>
  plans: Pick<Plans, 'requireRoomToTakeOver'>
  invitations: Pick<Invitations, 'readPreset'>
  serverAccess: ServerAccess
  peopleActivity: Pick<PeopleActivity, 'write'>
  now(): number
}

type OfferEvent = 'ownership_offered' | 'ownership_withdrawn' | 'ownership_declined' | 'ownership_accepted'

export type Offers = ReturnType<typeof createOffers>

export function createOffers(deps: OffersDeps) {
  const { access, gameServers, plans, serverAccess, peopleActivity, now } = deps
  const store = createOffersStore(deps.db)

  const record = (
    transaction: Transaction<Schema>,
    caller: SignedInCaller,
    event: OfferEvent,
    { server, other }: { server: NamedServer; other: { id: number; login: string } },
  ) =>
    peopleActivity.write(transaction, authorOf(caller), {
      event,
      subject: { type: 'user', id: other.id, name: other.login },
      server: { id: server.id, name: server.name },
    })

  /** Only what is held can be handed on: whoever is denied something as owner would undo the deny by giving it all away. */
  async function requireWholeOwner(transaction: Transaction<Schema>, userId: number, gameServerId: number) {
    const held = await access.heldEntriesIn(transaction, userId)
    if (!isManagingOwner(held, gameServerId)) throw lacking(managersOnly.missing, ownerOnly)
    const permissions = permissionsOnGameServer(held, gameServerId)
    const missing = gameServerPermissionNames.filter(name => !permissions[name])
    if (missing.length === 0) return
    const message = `an administrator denies the owner ${missing.join(', ')} on this server, so it cannot be handed on: ask an administrator`
    throw new PanelError('conflict', { message })
  }

  /** Takes the offer away, so that whoever comes second finds none. */
  async function take(
    transaction: Transaction<Schema>,
    gameServerId: number,
    toUserId: number,
  ): Promise<StoredOffer> {
    const offer = await store.find(gameServerId, transaction)
    const isTheirs = offer !== null && offer.to.id === toUserId && offer.ownerId === offer.from.id
    if (!isTheirs || !(await store.remove(transaction, gameServerId))) throw noOffer()
    return offer
  }

  /** What the former owner had been granted goes as well, unless they were to stay: then they manage it like a preset says. */
  async function settleFormerOwner(
    transaction: Transaction<Schema>,
    { server, from, keepAccess }: StoredOffer,
  ) {
    const preset = keepAccess ? (await deps.invitations.readPreset('manager', transaction)).permissions : []
    const granted: GameServerPermission[] = preset
    const on = { userId: from.id, gameServerId: server.id }
    await serverAccess.writeGrants(transaction, on, { granted, revoked: gameServerPermissionNames })
  }

  return {
    async of(gameServerId: number) {
      const offer = await store.find(gameServerId)
      return offer && { to: offer.to, keep_access: offer.keepAccess, created_at: timeOf(offer.createdAtMs) }
    },
    async to(userId: number): Promise<OwnershipOffer[]> {
      return (await store.to(userId)).map(({ server, from, keepAccess, createdAtMs }) => ({
        server,
        from,
        keep_access: keepAccess,
        created_at: timeOf(createdAtMs),
      }))
    },
    /** Takes the place of one that stands. */
    async offer(
      server: NamedServer,
      to: { id: number; login: string },
      keepAccess: boolean,
      caller: AccountCaller,
    ): Promise<void> {
      await access.changeRights('nobody', caller, async transaction => {
        await requireWholeOwner(transaction, caller.userId, server.id)
        if (to.id === caller.userId) throw new PanelError('conflict', { message: 'you own this server' })
        const by = { fromId: caller.userId, toId: to.id, keepAccess, nowMs: now() }
        await store.put(transaction, server.id, by)
        await record(transaction, caller, 'ownership_offered', { server, other: to })
      })
    },
    /** By the owner or an administrator. Gives to whom it was. */
    async withdraw(server: NamedServer, caller: AccountCaller): Promise<{ id: number; login: string }> {
      return access.changeRights('nobody', caller, async transaction => {
        await serverAccess.requireManager(transaction, caller, server.id)
        const offer = await store.find(server.id, transaction)
        if (!offer) throw noOffer()
        await store.remove(transaction, server.id)
        await record(transaction, caller, 'ownership_withdrawn', { server, other: offer.to })
        return offer.to
      })
    },
    async decline(gameServerId: number, caller: SignedInCaller): Promise<void> {
      await access.changeRights('nobody', caller, async transaction => {
        const { server, from } = await take(transaction, gameServerId, caller.userId)
        await record(transaction, caller, 'ownership_declined', { server, other: from })
      })
    },
    async accept(gameServerId: number, caller: SignedInCaller): Promise<void> {
      await access.changeRights('everybody', caller, async transaction => {
        const offer = await take(transaction, gameServerId, caller.userId)
        await requireWholeOwner(transaction, offer.from.id, gameServerId).catch(() => {
          throw noOffer()
        })
        await gameServers.writeOwner(transaction, gameServerId, caller.userId)
        const sides = { from: offer.from.id, to: caller.userId }
        await plans.requireRoomToTakeOver(transaction, sides, gameServerId)
        await settleFormerOwner(transaction, offer)
        await record(transaction, caller, 'ownership_accepted', { server: offer.server, other: offer.from })
      })
    },
  }
}

const ownerOnly = 'only the owner hands this server on: an administrator sets its owner'

/** The same whether there was one, is one for somebody else, or the game server does not exist. */
const noOffer = () => new PanelError('not_found', { message: 'there is no such offer, or no longer' })
