// Whether ports could be a game server's: asked while somebody types them.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { gameServerParams, idParams, idText } from './shapes.ts'

export const portFields = ['port', 'query_port', 'rcon_port'] as const
export type PortField = (typeof portFields)[number]

const portText = z
  .string()
  .regex(/^[1-9][0-9]{0,4}$/, 'must be between 1 and 65535')
  .transform(Number)
  .refine(port => port <= 65_535, 'must be between 1 and 65535')

export const portCheck = z.object({
  field: z.enum(portFields),
  port: z.int(),
  /**
   * `own`: the game server has it already. `same`: two of its own ports would be this one. `server`: another game server on the node has it. `program`: something else
   * on the node uses it. `unchecked`: no game server has it, and the node is away or cannot say more.
   */
  status: z.enum(['own', 'same', 'free', 'server', 'program', 'unchecked']),
  server_name: z.string().nullable(),
  /** The next one that is free; null where none is known. */
  suggestion: z.int().nullable(),
})
export type PortCheck = z.output<typeof portCheck>

export const checkPorts = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/port-check',
  summary: 'Whether the game server could have these ports; nothing is reserved',
  params: gameServerParams,
  query: z.object({
    port: portText.optional(),
    query_port: portText.optional(),
    rcon_port: portText.optional(),
  }),
  answer: z.array(portCheck),
})

export const proposePorts = endpoint({
  method: 'GET',
  path: '/api/nodes/{id}/port-proposal',
  summary: 'The ports that a new game server of a template would get on the node now; nothing is reserved',
  params: idParams,
  query: z.object({ template_id: idText }),
  answer: z.object({ port: z.int(), query_port: z.int().nullable(), rcon_port: z.int().nullable() }),
})
