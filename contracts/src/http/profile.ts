// The signed-in person: section 4.1.

import * as z from 'zod'
import { generalPermissions, sections } from '../game-server-permissions.ts'
import { mfaNudge } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { displayName, emailAddress, passwordText, time } from './shapes.ts'

export const profile = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  is_admin: z.boolean(),
  /** What the person may do in each section of the panel: see at least one object; the others on everything in it. */
  sections: z.record(z.enum(sections), z.array(z.enum(generalPermissions))),
  two_factor_enabled: z.boolean(),
  /** Left out while two-factor authentication is off. */
  recovery_codes_left: z.int().optional(),
  mfa_nudge: mfaNudge.optional(),
  language: z.string(),
  created_at: time,
})
export type Profile = z.output<typeof profile>

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  summary: 'Who am I',
  answer: profile,
})

export const changeProfile = endpoint({
  method: 'PUT',
  path: '/api/profile',
  summary: 'Change the own name, e-mail address, language or password',
  body: z.object({
    name: displayName.optional(),
    email: emailAddress.optional(),
    language: z.string().max(16, 'is not a language of this panel').optional(),
    current_password: passwordText.optional(),
    /** Personal access tokens made before the change stop working; login sessions stay. */
    password: passwordText.optional(),
  }),
  answer: profile,
})
