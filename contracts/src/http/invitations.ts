// Inviting somebody to one game server, and the presets that an invitation copies. For administrators.

import * as z from 'zod'
import { gameServerPermissionNames } from '../game-server-permissions.ts'
import { presetNames } from '../permission-presets.ts'
import { endpoint } from './endpoint.ts'
import { gameServerPermission, permissionOnGameServer } from './permissions.ts'
import { displayName, gameServerParams } from './shapes.ts'
import { newLogin, user } from './users.ts'

/** Basic privileges are part of it: without them the others grant nothing (5.6). */
export const grantedPermissions = z
  .array(gameServerPermission, 'must be a list of permissions')
  .max(gameServerPermissionNames.length, `there are only ${gameServerPermissionNames.length} permissions`)
  .refine(names => new Set(names).size === names.length, 'a permission must not be named twice')
  .refine(
    names => names.includes('game-server-common'),
    'must include game-server-common: the other permissions need it',
  )

export const permissionPreset = z.object({
  name: z.enum(presetNames),
  permissions: z.array(gameServerPermission),
  /** False once an administrator has changed it. */
  is_default: z.boolean(),
})
export type PermissionPreset = z.output<typeof permissionPreset>

const presetParams = z.object({ preset: z.string().max(64) })

export const listPermissionPresets = endpoint({
  method: 'GET',
  path: '/api/permission-presets',
  summary: 'The presets that an invitation offers',
  answer: z.array(permissionPreset),
})

export const readPermissionPreset = endpoint({
  method: 'GET',
  path: '/api/permission-presets/{preset}',
  summary: 'One preset',
  params: presetParams,
  answer: permissionPreset,
  gives: ['ETag'],
})

export const changePermissionPreset = endpoint({
  method: 'PUT',
  path: '/api/permission-presets/{preset}',
  summary: 'Change a preset; people who were invited with it keep what they have',
  params: presetParams,
  body: z.object({ permissions: grantedPermissions }),
  answer: permissionPreset,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const resetPermissionPreset = endpoint({
  method: 'DELETE',
  path: '/api/permission-presets/{preset}',
  summary: 'Reset a preset to its default',
  params: presetParams,
  answer: permissionPreset,
})

export const inviteToGameServer = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/invitations',
  idempotencyKey: 'refused',
  summary: 'Grant an existing or a new person permissions on the game server, all or nothing',
  params: gameServerParams,
  body: z
    .object({
      /** An existing person. Either this or `login`. */
      user_id: z
        .int('must be a whole number')
        .min(1, 'must be the id of a user')
        .max(2_147_483_647)
        .optional(),
      /** A new person, who is created with the role `user` and a generated password. */
      login: newLogin.optional(),
      /** Of a new person; the login when left out. */
      name: displayName.optional(),
      /** What is granted here; what the person holds already stays. */
      permissions: grantedPermissions,
    })
    .superRefine((body, context) => {
      const isOne = (body.user_id === undefined) !== (body.login === undefined)
      if (!isOne) {
        context.addIssue({ code: 'custom', path: ['login'], message: 'give either login or user_id' })
      } else if (body.name !== undefined && body.login === undefined) {
        context.addIssue({ code: 'custom', path: ['name'], message: 'is only for a new person' })
      }
    }),
  answer: z.object({
    user: user.pick({ id: true, login: true, name: true }),
    /** Of a new person, shown this once; null for an existing one. */
    password: z.string().nullable(),
    permissions: z.array(permissionOnGameServer),
  }),
  status: 201,
})
