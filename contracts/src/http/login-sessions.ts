// Where a person is signed in: for themselves, and for administrators.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, pageQuery, time } from './shapes.ts'

export const loginSession = z.object({
  id: z.int(),
  /** Such as `Firefox`, or the name of a program; null when the client did not say. */
  browser: z.string().nullable(),
  /** Such as `Windows` or `iPhone`; null when the client did not say. */
  system: z.string().nullable(),
  /** Where it was begun, by the rule of the audit log; empty when it was begun with an earlier version. */
  ip: z.string(),
  created_at: time,
  /** At most about a minute old while the session is in use. */
  last_seen_at: time,
  expires_at: time,
  /** The session that asks. */
  is_current: z.boolean(),
})
export type LoginSession = z.output<typeof loginSession>

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/profile/sessions',
  summary: 'Where I am signed in, last seen first',
  query: pageQuery,
  answer: z.array(loginSession),
  paged: true,
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/profile/sessions/{id}',
  summary: 'Sign out one of my sessions, with everything that is open in its name',
  params: idParams,
})

export const signOutOthers = endpoint({
  method: 'POST',
  path: '/api/profile/sessions/sign-out-others',
  idempotencyKey: 'ignored',
  summary: 'Sign out all of my sessions but this one',
})

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/{id}/sessions',
  summary: 'Where the user is signed in, last seen first',
  params: idParams,
  query: pageQuery,
  answer: z.array(loginSession),
  paged: true,
})

export const signOutUser = endpoint({
  method: 'POST',
  path: '/api/users/{id}/sign-out',
  idempotencyKey: 'ignored',
  summary: 'Sign the user out everywhere; personal access tokens and the password stay',
  params: idParams,
})
