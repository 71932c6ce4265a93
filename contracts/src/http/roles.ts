// Roles: named sets of permission entries that users hold.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { permissionEntries, storedEntry } from './permissions.ts'
import { displayName, idParams, pageQuery, time } from './shapes.ts'

export const role = z.object({
  id: z.int(),
  /** How the API names it. */
  name: z.string(),
  /** How people read it. */
  title: z.string(),
  /** `admin` and `user` are always there: they can be filled, not renamed or deleted. */
  built_in: z.boolean(),
  /** How many users hold it. */
  user_count: z.int(),
  entries: z.array(storedEntry),
  created_at: time,
})
export type Role = z.output<typeof role>

const name = z
  .string('is required')
  .trim()
  .max(64, 'must be at most 64 characters')
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, dashes and underscores')

export const listRoles = endpoint({
  method: 'GET',
  path: '/api/roles',
  summary: 'All roles',
  query: pageQuery,
  answer: z.array(role),
  paged: true,
})

export const createRole = endpoint({
  method: 'POST',
  path: '/api/roles',
  idempotencyKey: 'taken',
  summary: 'Create a role',
  body: z.object({ name, title: displayName.optional(), entries: permissionEntries.default([]) }),
  answer: role,
  status: 201,
})

export const readRole = endpoint({
  method: 'GET',
  path: '/api/roles/{id}',
  summary: 'One role',
  params: idParams,
  answer: role,
  gives: ['ETag'],
})

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/roles/{id}',
  summary: 'Change a role: what is left out stays as it is, entries are replaced as a whole',
  params: idParams,
  body: z.object({
    name: name.optional(),
    title: displayName.optional(),
    entries: permissionEntries.optional(),
  }),
  answer: role,
  takes: ['If-Match'],
  gives: ['ETag'],
  refuses: ['precondition_failed'],
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/api/roles/{id}',
  summary: 'Delete a role; whoever holds it loses what it gave',
  params: idParams,
})
