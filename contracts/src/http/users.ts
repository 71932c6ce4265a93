// The people of the panel, for administrators: section 4.3.

import * as z from 'zod'
import { suspension } from '../suspension.ts'
import { endpoint } from './endpoint.ts'
import { gameServer } from './game-servers.ts'
import { gameServerPermission } from './permissions.ts'
import {
  displayName,
  emailAddress,
  externalId,
  idParams,
  pageQuery,
  passwordText,
  searchText,
  time,
} from './shapes.ts'

export const user = z.object({
  id: z.int(),
  /** A service account is changed and deleted at /api/service-accounts. */
  kind: z.enum(['person', 'service']),
  login: z.string(),
  name: z.string(),
  email: z.string(),
  /** The id that another system has for them. */
  external_id: z.string().nullable(),
  /** Names of roles. */
  roles: z.array(z.string()),
  /** Holds `admin roles & permissions` globally, whichever way. */
  is_admin: z.boolean(),
  two_factor_enabled: z.boolean(),
  /** Null until the person or an administrator has chosen one. */
  language: z.string().nullable(),
  /** In a session, or with a key of the service account, to the minute; null: never. */
  last_seen_at: time.nullable(),
  /** Signed out, and not let in until that ends; null: they are not. */
  suspended: suspension.nullable(),
  created_at: time,
})
export type User = z.output<typeof user>

export const newLogin = z
  .string('is required')
  .trim()
  .min(1, 'must not be empty')
  .max(64, 'must be at most 64 characters')
  .regex(/^[^\p{Cc}\p{Z}]*$/u, 'must not contain spaces or control characters')

export const roleNames = z
  .array(z.string(), 'must be a list of role names')
  .max(100, 'must be at most 100 roles')
  .refine(names => new Set(names).size === names.length, 'a role must not be named twice')

const language = z.string().max(16, 'is not a language of this panel')

/** With a minus: the other way round. */
const sorts = [
  'login',
  '-login',
  'name',
  '-name',
  'last_seen_at',
  '-last_seen_at',
  'created_at',
  '-created_at',
] as const
export type UserSort = (typeof sorts)[number]

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'All users',
  query: pageQuery.extend({
    /** Part of the login, the name, the e-mail address or the id in another system. */
    q: searchText.optional(),
    /** The one with this id in another system. */
    external_id: searchText.optional(),
    /** The name of a role that they hold. */
    role: searchText.optional(),
    /** People alone when left out. */
    kind: z.enum(['person', 'service', 'all']).default('person'),
    sort: z.enum(sorts).default('login'),
  }),
  answer: z.array(user),
  paged: true,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  idempotencyKey: 'taken',
  summary: 'Create a user',
  body: z.object({
    login: newLogin,
    /** The login when left out. */
    name: displayName.optional(),
    email: emailAddress.optional(),
    external_id: externalId.optional(),
    password: passwordText,
    roles: roleNames.default(['user']),
    language: language.optional(),
  }),
  answer: user,
  status: 201,
})

export const readUser = endpoint({
  method: 'GET',
  path: '/api/users/{id}',
  summary: 'One user',
  params: idParams,
  answer: user,
  gives: ['ETag'],
})

export const changeUser = endpoint({
  method: 'PUT',
  path: '/api/users/{id}',
  summary: 'Change a user: what is left out stays as it is',
  params: idParams,
  body: z.object({
    login: newLogin.optional(),
    name: displayName.optional(),
    email: emailAddress.optional(),
    /** Null: none. */
    external_id: externalId.nullable().optional(),
    /** Personal access tokens made before the change stop working; login sessions stay. */
    password: passwordText.optional(),
    roles: roleNames.optional(),
    language: language.optional(),
  }),
  answer: user,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/{id}',
  summary: 'Delete a user; their sessions and tokens stop working immediately',
  params: idParams,
})

export const userGameServer = gameServer.extend({
  /** What the user may do there. */
  permissions: z.record(gameServerPermission, z.boolean()),
})
export type UserGameServer = z.output<typeof userGameServer>

export const listUserGameServers = endpoint({
  method: 'GET',
  path: '/api/users/{id}/servers',
  summary: 'The game servers that the user may see, with what they may do there',
  params: idParams,
  query: pageQuery.extend({ q: searchText.optional() }),
  answer: z.array(userGameServer),
  paged: true,
})
