// Who has access to a game server, as its owner manages it, and how it is handed on to another owner.

import * as z from 'zod'
import { gameServerPermissionNames } from '../game-server-permissions.ts'
import { endpoint } from './endpoint.ts'
import { grantedPermissions } from './invitations.ts'
import { gameServerPermission } from './permissions.ts'
import { gameServerParams, idText, person, time } from './shapes.ts'

/** Exactly as that person signs in: nobody is listed to choose from. */
const exactLogin = z
  .string('is required')
  .trim()
  .min(1, 'must not be empty')
  .max(190, 'is longer than any login')

const permissionList = z.array(gameServerPermission).max(gameServerPermissionNames.length)

export const personWithAccess = person.extend({
  /** Granted to this person on this game server. */
  permissions: permissionList,
  /** What an administrator denies this person here; granted or not, it is not held. */
  denied: permissionList,
})
export type PersonWithAccess = z.output<typeof personWithAccess>

/** Administrators, and people whose roles or wider permissions reach it, may have access as well. They are not listed. */
export const serverAccess = z.object({
  owner: person.nullable(),
  people: z.array(personWithAccess),
  /** Null: it is offered to nobody. */
  offer: z.object({ to: person, keep_access: z.boolean(), created_at: time }).nullable(),
})
export type ServerAccess = z.output<typeof serverAccess>

const accessOfUser = gameServerParams.extend({ user: idText })

export const readGameServerAccess = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/access',
  summary: 'Who has access to the game server',
  params: gameServerParams,
  answer: serverAccess,
})

export const shareGameServer = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/access',
  idempotencyKey: 'ignored',
  summary: 'Give an existing person access to the game server',
  description: 'What the person has on it already stays. An owner grants only what they hold themselves.',
  params: gameServerParams,
  body: z.object({ login: exactLogin, permissions: grantedPermissions }),
  answer: personWithAccess,
  status: 201,
  refuses: ['too_many_attempts'],
})

export const changeGameServerAccess = endpoint({
  method: 'PUT',
  path: '/api/servers/{server}/access/{user}',
  summary: 'Change what somebody is granted on the game server',
  description: 'What comes by a role or a wider permission stays, and so does what an administrator denies.',
  params: accessOfUser,
  body: z.object({ permissions: grantedPermissions }),
  answer: personWithAccess,
})

export const removeGameServerAccess = endpoint({
  method: 'DELETE',
  path: '/api/servers/{server}/access/{user}',
  summary: 'Take back everything that somebody is granted on the game server',
  params: accessOfUser,
})

export const ownershipOffer = z.object({
  server: z.object({ id: z.int(), name: z.string(), game: z.string() }),
  from: person,
  /** Whether the present owner stays with the permissions of the preset Manager. */
  keep_access: z.boolean(),
  created_at: time,
})
export type OwnershipOffer = z.output<typeof ownershipOffer>

export const offerOwnership = endpoint({
  method: 'PUT',
  path: '/api/servers/{server}/ownership-offer',
  summary: 'Offer the ownership of the game server to somebody',
  description:
    'By its owner alone, who holds all permissions on it; an administrator sets the owner. It takes the place of an offer that stands, and ends when the server has another owner.',
  params: gameServerParams,
  body: z.object({ login: exactLogin, keep_access: z.boolean('must be true or false').default(false) }),
  answer: person,
  refuses: ['too_many_attempts'],
})

export const withdrawOwnership = endpoint({
  method: 'DELETE',
  path: '/api/servers/{server}/ownership-offer',
  summary: 'Withdraw an offer of ownership',
  params: gameServerParams,
})

export const listOwnershipOffers = endpoint({
  method: 'GET',
  path: '/api/profile/ownership-offers',
  summary: 'The game servers whose ownership is offered to you, newest first',
  answer: z.array(ownershipOffer),
})

export const acceptOwnership = endpoint({
  method: 'POST',
  path: '/api/profile/ownership-offers/{server}/accept',
  idempotencyKey: 'ignored',
  summary: 'Take over a game server that is offered to you',
  params: gameServerParams,
  refuses: ['plan_limit'],
})

export const declineOwnership = endpoint({
  method: 'DELETE',
  path: '/api/profile/ownership-offers/{server}',
  summary: 'Decline a game server that is offered to you',
  params: gameServerParams,
})
