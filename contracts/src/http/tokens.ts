// Personal access tokens of the caller: sections 2.1, 4.1 and 5.2.

import * as z from 'zod'
import { type TokenAbility, tokenAbilities } from '../token-abilities.ts'
import { endpoint } from './endpoint.ts'
import { expiry, idParams, pageQuery, time } from './shapes.ts'

const abilityNames = Object.keys(tokenAbilities) as TokenAbility[]
const ability = z.enum(abilityNames, 'is not the name of an ability, see GET /api/tokens/abilities')

export const personalAccessToken = z.object({
  id: z.int(),
  name: z.string(),
  abilities: z.array(ability),
  /** Null: it does not end by itself. */
  expires_at: time.nullable(),
  /** Ids of the only game servers that it is for; null: all that its owner may use. */
  servers: z.array(z.int()).nullable(),
  last_used_at: time.nullable(),
  created_at: time,
})
export type PersonalAccessToken = z.output<typeof personalAccessToken>

export const createPersonalAccessToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  idempotencyKey: 'refused',
  summary: 'Make a personal access token; its value is shown this once',
  body: z.object({
    name: z
      .string('is required')
      .trim()
      .min(1, 'must not be empty')
      .max(255, 'must be at most 255 characters')
      .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
    abilities: z
      .array(ability, 'must be a list of abilities')
      .min(1, 'choose at least one ability')
      .max(abilityNames.length, `there are only ${abilityNames.length} abilities`)
      .refine(names => new Set(names).size === names.length, 'an ability must not be named twice'),
    /** Null or left out: it does not end by itself. */
    expires_at: expiry.nullable().optional(),
    /** Ids of the only game servers that it shall be for. Null or left out: all that its owner may use. */
    servers: z
      .array(z.int().positive(), 'must be a list of ids of game servers')
      .min(1, 'choose at least one game server, or leave it out for all')
      .max(200, 'must be at most 200 game servers')
      .refine(ids => new Set(ids).size === ids.length, 'a game server must not be named twice')
      .nullable()
      .optional(),
  }),
  answer: z.object({ token: z.string() }),
  status: 201,
})

export const listPersonalAccessTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  summary: 'The own personal access tokens that work',
  query: pageQuery,
  answer: z.array(personalAccessToken),
  paged: true,
})

export const listTokenAbilities = endpoint({
  method: 'GET',
  path: '/api/tokens/abilities',
  summary: 'The abilities that the caller may give to a token',
  answer: z.array(ability),
})

export const revokePersonalAccessToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/{id}',
  summary: 'Revoke a personal access token',
  params: idParams,
})
