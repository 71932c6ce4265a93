// The signed-in person: section 4.1 and the profile of the decisions.

import * as z from 'zod'
import { mfaNudge } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { displayName, time } from './shapes.ts'

export const profile = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  is_admin: z.boolean(),
  two_factor_enabled: z.boolean(),
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

const isEmail = (text: string) => z.email().safeParse(text).success

/** Long enough for every password that was ever accepted; the policy speaks about new ones. */
const passwordText = z.string().max(4096, 'is too long')

export const changeProfile = endpoint({
  method: 'PUT',
  path: '/api/profile',
  summary: 'Change the own name, e-mail address, language or password',
  body: z.object({
    name: displayName.optional(),
    /** Empty: none. */
    email: z
      .string()
      .trim()
      .max(320, 'must be at most 320 characters')
      .refine(text => text === '' || isEmail(text), 'is not an e-mail address')
      .optional(),
    language: z.string().max(16, 'is not a language of this panel').optional(),
    current_password: passwordText.optional(),
    /** Personal access tokens made before the change stop working; login sessions stay. */
    password: passwordText.optional(),
  }),
  answer: profile,
})
