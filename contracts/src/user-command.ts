// What `rookery user`, `setup` and `upgrade` ask the panel program for on standard input, and what it answers: one JSON line each.

import * as z from 'zod'
import { passwordText } from './http/shapes.ts'
import { createUser } from './http/users.ts'

const { login, name, email } = createUser.body.shape
/** Of somebody who is there: whatever they are called. */
const knownLogin = z.string().max(1_000)

export const userCommand = z.discriminatedUnion('command', [
  z.object({ command: z.literal('list') }),
  z.object({
    command: z.literal('add'),
    login,
    name,
    email,
    password: passwordText,
    isAdministrator: z.boolean(),
  }),
  /** A new installation: its database, and its first administrator. */
  z.object({ command: z.literal('initialize'), login, password: passwordText }),
  /** Only says whether there is such a person. */
  z.object({ command: z.literal('find'), login: knownLogin }),
  z.object({ command: z.literal('password'), login: knownLogin, password: passwordText }),
  z.object({ command: z.literal('sign-out'), login: knownLogin }),
  /** Of `rookery upgrade`, for the audit log. */
  z.object({
    command: z.literal('record-upgrade'),
    from: z.string(),
    to: z.string(),
    outcome: z.enum(['upgraded', 'returned']),
    reason: z.string().nullable(),
  }),
])
export type UserCommand = z.output<typeof userCommand>

const localUser = z.object({
  login: z.string(),
  name: z.string(),
  email: z.string(),
  isAdministrator: z.boolean(),
  twoFactorEnabled: z.boolean(),
})
export type LocalUser = z.output<typeof localUser>

export const userCommandReport = z.object({
  /** Null when it was done. */
  problem: z.string().nullable(),
  users: z.array(localUser),
})
export type UserCommandReport = z.output<typeof userCommandReport>
