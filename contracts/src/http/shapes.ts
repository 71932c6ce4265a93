// Shapes that several routes share: ids in paths, pages of lists, times, accepted tasks.

import * as z from 'zod'

/** The largest id that every database can hold. */
const largestId = 2_147_483_647

/** An id as it stands in a path: decimal digits without sign, leading zero or exponent. */
export const idText = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/, 'must be a positive whole number')
  .transform(Number)
  .refine(id => id <= largestId, 'is larger than any id')

export const idParams = z.object({ id: idText })
export const gameServerParams = z.object({ server: idText })

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(1_000).default(100),
})
export type PageQuery = z.output<typeof pageQuery>

/** Of which nodes the game servers use something. */
export const nodeAssignment = z.discriminatedUnion('to', [
  z.object({ to: z.literal('all') }),
  z.object({ to: z.literal('nodes'), node_ids: z.array(z.int().positive()).max(10_000) }),
])

/** A person, as others are told of them. */
export const person = z.object({ id: z.int(), login: z.string(), name: z.string() })

/** What lists are searched or filtered by. No database keeps NUL, and PostgreSQL refuses to be asked for it. */
export const searchText = z
  .string()
  .max(190, 'must be at most 190 characters')
  .regex(/^[^\0]*$/, 'must not contain NUL')

/** How a sealed secret begins in the panel's database: what people enter must not begin so. */
export const sealedPrefix = 'enc1:'

/** ISO-8601 in UTC. */
export const time = z.iso.datetime()

/** The largest time that every part can write down. */
const endOfTime = Date.parse('9999-12-31T23:59:59Z')

/** When something shall end; that it is in the future says the panel. */
export const expiry = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2030-01-31T12:00:00Z' })
  .refine(text => Date.parse(text) <= endOfTime, 'is too far in the future')

/** A name that people read: trimmed, one line, not empty. */
export const displayName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(190, 'must be at most 190 characters')
  .regex(/^\P{Cc}*$/u, 'must not contain control characters')

/** The id that another system, such as billing, has for something here. */
export const externalId = displayName

/** What is said to a game in one line. */
export const oneLine = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters')

export const portNumber = z
  .int()
  .min(1, 'must be between 1 and 65535')
  .max(65535, 'must be between 1 and 65535')

const isEmail = (text: string) => z.email().safeParse(text).success

/** Empty: none. */
export const emailAddress = z
  .string()
  .trim()
  .max(320, 'must be at most 320 characters')
  .refine(text => text === '' || isEmail(text), 'is not an e-mail address')

/** Long enough for every password that was ever accepted; the policy speaks about new ones. */
export const passwordText = z.string('is required').max(4096, 'is too long')
