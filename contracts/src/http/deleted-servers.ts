// The trash: game servers that were deleted with their files kept, to be brought back or deleted for good.

import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { person, portNumber, time } from './shapes.ts'

export const deletedServer = z.object({
  uuid: z.uuid(),
  name: z.string(),
  node: z.object({ id: z.int(), name: z.string() }),
  /** Null: it is gone, and the game server cannot come back without it. */
  template: z.object({ slug: z.string(), name: z.string(), game: z.string() }).nullable(),
  port: z.int(),
  /** Whose it was; null: nobody, or that person is gone. */
  owner: person.nullable(),
  deleted_at: time,
  /** Null: that person is gone too. */
  deleted_by: z.object({ id: z.int(), login: z.string() }).nullable(),
  /** When its files are deleted for good; null: when somebody says so. */
  expires_at: time.nullable(),
})
export type DeletedServer = z.output<typeof deletedServer>

const deletedParams = z.object({ uuid: z.uuid() })

export const listDeletedServers = endpoint({
  method: 'GET',
  path: '/api/deleted-servers',
  summary:
    'The deleted game servers whose files are still there, newest first: all of them for administrators, else those that the caller owned',
  answer: z.array(deletedServer),
})

/** With its number, settings, schedules and permissions. 409 with the field when another game server has its port now. */
export const restoreDeletedServer = endpoint({
  method: 'POST',
  path: '/api/deleted-servers/{uuid}/restore',
  idempotencyKey: 'taken',
  summary: 'Bring a deleted game server back, as it was',
  params: deletedParams,
  body: z.object({
    /** Left out: as before. */
    port: portNumber.optional(),
    query_port: portNumber.optional(),
    rcon_port: portNumber.optional(),
  }),
  answer: z.object({ id: z.int() }),
  status: 201,
})

export const purgeDeletedServer = endpoint({
  method: 'DELETE',
  path: '/api/deleted-servers/{uuid}',
  summary: 'Delete the files of a deleted game server for good',
  params: deletedParams,
})
