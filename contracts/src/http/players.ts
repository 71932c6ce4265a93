// Players of a running game server, and what the game says of itself.

import * as z from 'zod'
import { gamePlayer, gameQuery } from '../players.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams, oneLine } from './shapes.ts'

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
