// RCON, players and game query of a running game server.

import * as z from 'zod'
import { gamePlayer, gameQuery } from '../players.ts'
import { rconProtocols } from '../template/control.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams } from './shapes.ts'

/** What is said to a game in one line. */
export const oneLine = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters')

export const rconCommand = oneLine.max(1_000)

export const sendRconCommand = endpoint({
  method: 'POST',
  path: '/api/servers/{server}/rcon',
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
    players: z.object({ list: z.boolean(), kick: z.boolean(), ban: z.boolean(), message: z.boolean() }),
  }),
})

export const listPlayers = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/players',
  summary: 'Who is online right now',
  params: gameServerParams,
  answer: z.array(gamePlayer),
})

const playerCommand = <const Name extends string, Body extends z.ZodType>(
  name: Name,
  summary: string,
  body: Body,
) =>
  endpoint({
    method: 'POST',
    path: `/api/servers/{server}/players/${name}`,
    summary,
    params: gameServerParams,
    body,
    answer: z.object({ output: z.string() }),
  })

const player = oneLine.max(128)
const reason = z
  .string()
  .trim()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters')
  .default('')

export const kickPlayer = playerCommand('kick', 'Kick a player', z.object({ player, reason }))
export const banPlayer = playerCommand('ban', 'Ban a player', z.object({ player, reason }))
export const messagePlayers = playerCommand(
  'message',
  'Say something to everybody who plays',
  z.object({ message: oneLine.max(500) }),
)

export const queryGame = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/query',
  summary: 'What the running game says of itself',
  params: gameServerParams,
  answer: gameQuery,
})
