// What a node holds and the panel does not have there: game servers after a restore, and files that were kept.

import * as z from 'zod'
import { runStates } from '../run-states.ts'
import { endpoint } from './endpoint.ts'
import { displayName, idParams, portNumber, time } from './shapes.ts'

const unknownServer = z.object({
  uuid: z.uuid(),
  /** Null where nothing but a folder is left. */
  name: z.string().nullable(),
  /** The slug of the template that it was made from, as far as the node knows it. */
  template: z.string().nullable(),
  /** Null: only its files are there. */
  state: z.enum(runStates).nullable(),
  installed: z.boolean(),
  port: z.int().nullable(),
  query_port: z.int().nullable(),
  rcon_port: z.int().nullable(),
  /** When its files were kept at its deletion. */
  removed_at: time.nullable(),
})
export type UnknownServer = z.output<typeof unknownServer>

const unknownParams = idParams.extend({ uuid: z.uuid() })

export const listUnknownServers = endpoint({
  method: 'GET',
  path: '/api/nodes/{id}/unknown-servers',
  summary: 'Game servers and kept files on the node that this panel does not have',
  params: idParams,
  answer: z.array(unknownServer),
})

export const adoptedGameServer = z.object({
  id: z.int(),
  /** What the node could not tell, to be set again by people. */
  not_restored: z.array(z.enum(['settings', 'schedules', 'permissions'])),
})
export type AdoptedGameServer = z.output<typeof adoptedGameServer>

export const adoptUnknownServer = endpoint({
  method: 'POST',
  path: '/api/nodes/{id}/unknown-servers/{uuid}/adopt',
  idempotencyKey: 'taken',
  summary: 'Take one of them up as a game server of this panel; it goes on running',
  params: unknownParams,
  body: z.object({
    name: displayName.optional(),
    template_id: z.int().positive().optional(),
    /** Left out: as it was on the node, and a free one where the node does not know. They act from its next start on. */
    port: portNumber.optional(),
    query_port: portNumber.optional(),
    rcon_port: portNumber.optional(),
  }),
  answer: adoptedGameServer,
  status: 201,
})

export const deleteUnknownServer = endpoint({
  method: 'DELETE',
  path: '/api/nodes/{id}/unknown-servers/{uuid}',
  summary: 'End one of them and delete its files',
  params: unknownParams,
})
