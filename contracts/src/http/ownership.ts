// Who has access to a game server, as its owner manages it.

import * as z from 'zod'
import { gameServerPermissionNames } from '../game-server-permissions.ts'
import { endpoint } from './endpoint.ts'
import { grantedPermissions } from './invitations.ts'
import { gameServerPermission } from './permissions.ts'
import { gameServerParams, idText, person } from './shapes.ts'

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
