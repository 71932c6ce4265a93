// Who may do what: permission entries of users, what decides, and why. Section 5.6.

import * as z from 'zod'
import {
  administratorPermission,
  gameServerPermissionNames,
  generalPermissions,
  objectTypes,
  sections,
} from '../game-server-permissions.ts'
import { endpoint } from './endpoint.ts'
import { idParams, idText } from './shapes.ts'

const permissionNames = [
  ...gameServerPermissionNames,
  ...generalPermissions,
  administratorPermission,
] as const

export const gameServerPermission = z.enum(
  gameServerPermissionNames,
  'is not a permission on game servers, see GET /api/permissions',
)
const permission = z.enum(permissionNames, 'is not the name of a permission, see GET /api/permissions')
const objectType = z.enum(objectTypes, `must be one of ${objectTypes.join(', ')}`)
const objectId = z.int('must be a whole number').min(1, 'must be the id of an object').max(2_147_483_647)

/** Without a type it holds everywhere; without an id on every object of the type. */
export const permissionEntry = z
  .strictObject({
    permission,
    effect: z.enum(['allow', 'deny'], 'must be allow or deny'),
    object_type: objectType.nullish(),
    object_id: objectId.nullish(),
  })
  .refine(entry => entry.object_id == null || entry.object_type != null, {
    path: ['object_type'],
    message: 'must say which type the id belongs to',
  })
export type PermissionEntry = z.output<typeof permissionEntry>

/** At most one entry per permission and scope: allow and deny of the same would contradict each other. */
export const permissionEntries = z
  .array(permissionEntry, 'must be a list of permission entries')
  .max(2_000, 'must be at most 2000 entries')
  .refine(
    entries => new Set(entries.map(scopeKey)).size === entries.length,
    'a permission must not be named twice for the same scope',
  )

function scopeKey(entry: { permission: string; object_type?: string | null; object_id?: number | null }) {
  return `${entry.permission} ${entry.object_type ?? ''} ${entry.object_id ?? 0}`
}

/** An entry as it is stored; null means "all". */
export const storedEntry = z.object({
  permission,
  effect: z.enum(['allow', 'deny']),
  object_type: objectType.nullable(),
  object_id: z.int().nullable(),
})
export type StoredEntry = z.output<typeof storedEntry>

/**
 * Why something is allowed or denied: an entry that matches says so; no entry does, but the person owns the game
 * server or is an administrator; no entry does; the basic privileges on the same game server are missing; or it would be
 * allowed, and the game server is suspended.
 */
export const reasons = [
  'entry',
  'owner',
  'administrator',
  'no_entry',
  'basic_privileges',
  'suspended',
] as const
export type Reason = (typeof reasons)[number]

export const decision = z.object({
  allowed: z.boolean(),
  reason: z.enum(reasons),
  /** The entry that decided; null when there was none. */
  entry: storedEntry
    .extend({
      /** Null: it is the user's own. */
      role: z.object({ id: z.int(), name: z.string(), title: z.string() }).nullable(),
    })
    .nullable(),
})
export type Decision = z.output<typeof decision>

export const listPermissions = endpoint({
  method: 'GET',
  path: '/api/permissions',
  summary: 'All permissions that there are',
  answer: z.array(
    z.object({
      permission,
      title: z.string(),
      kind: z.enum(['game-server', 'general', 'administrator']),
      /** The types of object on which it means something; empty: it counts globally only. */
      object_types: z.array(objectType),
      /** The types of which one single object can be named. */
      single_object_types: z.array(objectType),
    }),
  ),
})

export const explainPermission = endpoint({
  method: 'GET',
  path: '/api/permissions/explain',
  summary: 'May this user do that, and which entry decides',
  query: z
    .object({
      user: idText,
      permission,
      /** For a permission on game servers. */
      server: idText.optional(),
      /** For a general permission: the section, and one object in it. */
      object_type: objectType.optional(),
      object_id: idText.optional(),
    })
    .superRefine((query, context) => {
      const isGeneral = generalPermissions.some(name => name === query.permission)
      const missing = (field: string) =>
        context.addIssue({ code: 'custom', path: [field], message: `is required for ${query.permission}` })
      if (query.permission.startsWith('game-server-') && query.server === undefined) missing('server')
      if (isGeneral && query.object_type === undefined) missing('object_type')
    }),
  answer: decision.extend({ permission, user_id: z.int() }),
  refuses: ['not_found'],
})

export const gameServerOfUserParams = z.object({ id: idText, server: idText })

export const permissionOnGameServer = z.object({
  permission: gameServerPermission,
  /** Whether the user may do it. */
  value: z.boolean(),
  /** What `value` would be with the basic privileges that it needs; the same wherever these are held. */
  value_with_basic: z.boolean(),
  title: z.string(),
  source: decision.omit({ allowed: true }),
})
export type PermissionOnGameServer = z.output<typeof permissionOnGameServer>

export const readPermissionsOnGameServer = endpoint({
  method: 'GET',
  path: '/api/users/{id}/servers/{server}/permissions',
  summary: 'What the user may do on the game server, and which entry decides',
  params: gameServerOfUserParams,
  answer: z.array(permissionOnGameServer),
})

export const changePermissionsOnGameServer = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/servers/{server}/permissions',
  summary: 'Grant or withdraw permissions on the game server, all or none; what is not named stays as it is',
  params: gameServerOfUserParams,
  body: z
    .array(
      z.strictObject({ permission: gameServerPermission, value: z.boolean('must be true or false') }),
      'must be a list of permissions',
    )
    .max(gameServerPermissionNames.length, `there are only ${gameServerPermissionNames.length} permissions`)
    .refine(
      list => new Set(list.map(item => item.permission)).size === list.length,
      'a permission must not be named twice',
    ),
  answer: z.array(permissionOnGameServer),
})

export const readUserPermissions = endpoint({
  method: 'GET',
  path: '/api/users/{id}/permissions',
  summary: "The user's own entries, without those on single game servers",
  params: idParams,
  answer: z.array(storedEntry),
})

export const changeUserPermissions = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/permissions',
  summary: "Replace the user's own entries; those on single game servers stay",
  params: idParams,
  body: permissionEntries.refine(
    entries => !entries.some(entry => entry.object_type === 'server' && entry.object_id != null),
    'entries on one game server belong to /api/users/{id}/servers/{server}/permissions',
  ),
  answer: z.array(storedEntry),
})

export const readUserAccess = endpoint({
  method: 'GET',
  path: '/api/users/{id}/access',
  summary: "What the user may do in the panel's sections: a preview, computed, never another identity",
  params: idParams,
  answer: z.object({
    administrator: decision,
    sections: z.array(
      z.object({
        object_type: z.enum(sections),
        permissions: z.object(
          Object.fromEntries(generalPermissions.map(name => [name, decision])) as Record<
            (typeof generalPermissions)[number],
            typeof decision
          >,
        ),
      }),
    ),
    /** How many game servers they see. */
    visible_servers: z.int(),
  }),
})
