// RCON of a running game server.

import * as z from 'zod'
import { rconProtocols } from '../template/control.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams, oneLine } from './shapes.ts'

export const rconCommand = oneLine.max(1_000)

export const sendRconCommand = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/rcon',
  idempotencyKey: 'ignored',
  summary: 'Send one command by RCON',
  params: gameServerParams,
  body: z.object({ command: rconCommand }),
  answer: z.object({ output: z.string() }),
})

export const readRconFeatures = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/rcon/features',
  summary: 'What can be done with this game by RCON',
  params: gameServerParams,
  answer: z.object({
    protocol: z.enum(rconProtocols).nullable(),
    console: z.boolean(),
    /** Known ones that only read, to begin with. */
    commands: z.array(z.string()),
    players: z.object({
      list: z.boolean(),
      kick: z.boolean(),
      ban: z.boolean(),
      /** Whether the game lists who is banned. */
      bans: z.boolean(),
      unban: z.boolean(),
      message: z.boolean(),
    }),
  }),
})
