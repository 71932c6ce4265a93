// What the owner of a game server manages beside the game: who else has access to it, and who shall own it next.

import type { Kysely } from 'kysely'
import type { OpenCache } from '../../platform/cache/cache.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Invitations } from '../invitations/invitations.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import type { Plans } from '../plans/plans.ts'
import type { Users } from '../users/users.ts'
import { createFindByLogin } from './find-by-login.ts'
import { createOffers } from './offers.ts'
import { ownershipRoutes } from './routes.ts'
import { createServerAccess } from './server-access.ts'

interface OwnershipDeps {
  db: Kysely<Schema>
  cache: OpenCache
  access: Pick<Access, 'changeRights' | 'heldEntriesIn'>
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'write'>
  plans: Pick<Plans, 'requireRoomToTakeOver'>
  users: Pick<Users, 'findById' | 'findByLogin'>
  gameServers: Pick<GameServers, 'find' | 'writeOwner'>
  invitations: Pick<Invitations, 'readPreset'>
  now(): number
  random(bytes: number): Buffer
}

export function openOwnership(deps: OwnershipDeps) {
  const serverAccess = createServerAccess(deps)
  const findByLogin = createFindByLogin(deps)
  const offers = createOffers({ ...deps, serverAccess })
  return { routes: ownershipRoutes({ ...deps, serverAccess, offers, findByLogin }) }
}
