// Service accounts and their keys, for administrators: identities of programs, with roles as people have.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { displayName, expiry, idParams, idText, pageQuery, searchText, time } from './shapes.ts'
import { newLogin, roleNames } from './users.ts'

export const serviceAccountKey = z.object({
  id: z.int(),
  name: z.string(),
  /** How the key begins: enough to recognize it, not enough to use it. */
  prefix: z.string(),
  /** Addresses and networks from which it is taken; empty: from everywhere. */
  addresses: z.array(z.string()),
  expires_at: time.nullable(),
  /** Another key has taken its place; it works until `expires_at`. */
  rotated_at: time.nullable(),
  last_used_at: time.nullable(),
  last_used_ip: z.string().nullable(),
  created_at: time,
})
export type ServiceAccountKey = z.output<typeof serviceAccountKey>

export const serviceAccount = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string(),
  /** Names of roles. */
  roles: z.array(z.string()),
  /** Holds `admin roles & permissions` globally, whichever way. */
  is_admin: z.boolean(),
  /** None of its keys is taken meanwhile. */
  disabled: z.boolean(),
  /** Keys that have not ended. */
  keys: z.int(),
  last_used_at: time.nullable(),
  created_at: time,
})
export type ServiceAccount = z.output<typeof serviceAccount>

const addressList = z
  .array(
    z.string('must be an address or a network').trim().max(64, 'is not an address or a network'),
    'must be a list of addresses and networks',
  )
  .max(50, 'must be at most 50 addresses and networks')

const keyValue = serviceAccountKey.extend({
  /** The whole key, shown this once. */
  key: z.string(),
})
export type NewServiceAccountKey = z.output<typeof keyValue>

const keyParams = z.object({ id: idText, key: idText })

/** With a minus: the other way round. */
const sorts = [
  'login',
  '-login',
  'name',
  '-name',
  'last_used_at',
  '-last_used_at',
  'created_at',
  '-created_at',
] as const
export type ServiceAccountSort = (typeof sorts)[number]

export const listServiceAccounts = endpoint({
  method: 'GET',
  path: '/api/service-accounts',
  summary: 'All service accounts',
  query: pageQuery.extend({
    /** Part of the login or the name. */
    q: searchText.optional(),
    sort: z.enum(sorts).default('login'),
  }),
  answer: z.array(serviceAccount),
  paged: true,
})

export const createServiceAccount = endpoint({
  method: 'POST',
  path: '/api/service-accounts',
  idempotencyKey: 'taken',
  summary: 'Create a service account; it can do nothing until it has a key',
  body: z.object({
    /** Unique among users and service accounts. */
    login: newLogin,
    /** The login when left out. */
    name: displayName.optional(),
    roles: roleNames.default([]),
  }),
  answer: serviceAccount,
  status: 201,
})

export const readServiceAccount = endpoint({
  method: 'GET',
  path: '/api/service-accounts/{id}',
  summary: 'One service account',
  params: idParams,
  answer: serviceAccount,
  gives: ['ETag'],
})

export const changeServiceAccount = endpoint({
  method: 'PUT',
  path: '/api/service-accounts/{id}',
  summary: 'Change a service account: what is left out stays as it is',
  params: idParams,
  body: z.object({
    name: displayName.optional(),
    roles: roleNames.optional(),
    disabled: z.boolean('must be true or false').optional(),
  }),
  answer: serviceAccount,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const deleteServiceAccount = endpoint({
  method: 'DELETE',
  path: '/api/service-accounts/{id}',
  summary: 'Delete a service account; its keys stop working immediately',
  params: idParams,
})

export const listServiceAccountKeys = endpoint({
  method: 'GET',
  path: '/api/service-accounts/{id}/keys',
  summary: 'The keys of a service account, newest first',
  params: idParams,
  query: pageQuery,
  answer: z.array(serviceAccountKey),
  paged: true,
})

export const createServiceAccountKey = endpoint({
  method: 'POST',
  path: '/api/service-accounts/{id}/keys',
  idempotencyKey: 'refused',
  summary: 'Create a key; its value is shown this once',
  params: idParams,
  body: z.object({
    name: displayName,
    /** Null or left out: it does not end by itself. */
    expires_at: expiry.nullable().optional(),
    addresses: addressList.default([]),
  }),
  answer: keyValue,
  status: 201,
})

/** How long a replaced key may go on. */
export const rotationOverlap = { usualSeconds: 24 * 60 * 60, longestSeconds: 30 * 24 * 60 * 60 } as const

export const rotateServiceAccountKey = endpoint({
  method: 'POST',
  path: '/api/service-accounts/{id}/keys/{key}/rotate',
  idempotencyKey: 'refused',
  summary: 'Replace a key by a new one with the same name and addresses; the old one goes on for a while',
  params: keyParams,
  body: z.object({
    overlap_seconds: z
      .int('must be a whole number of seconds')
      .min(0, 'must not be negative')
      .max(rotationOverlap.longestSeconds, 'must be at most 30 days')
      .default(rotationOverlap.usualSeconds),
    /** Left out: the new key lives as long as the old one was meant to. */
    expires_at: expiry.nullable().optional(),
  }),
  answer: keyValue,
  status: 201,
})

export const revokeServiceAccountKey = endpoint({
  method: 'DELETE',
  path: '/api/service-accounts/{id}/keys/{key}',
  summary: 'Revoke a key; it stops working immediately and its channels are closed',
  params: keyParams,
})
