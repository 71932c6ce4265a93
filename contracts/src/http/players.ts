// Players of a running game server, and what the game says of itself.

import * as z from 'zod'
import { gamePlayer, gameQuery, playerBan, recentPlayer } from '../players.ts'
import { endpoint } from './endpoint.ts'
import { gameServerParams, oneLine } from './shapes.ts'

export const listPlayers = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/players',
  summary: 'Who is online right now',
  params: gameServerParams,
  answer: z.array(gamePlayer),
})

export const listRecentPlayers = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/players/recent',
  summary: 'Who was seen in the last 30 days, at most 50 players, the latest first',
  params: gameServerParams,
  answer: z.array(recentPlayer),
})

export const listPlayerBans = endpoint({
  method: 'GET',
  path: '/api/servers/{server}/players/bans',
  summary: 'Who is banned, as the running game lists it',
  params: gameServerParams,
  answer: z.array(playerBan),
})

const playerCommand = <const Name extends string, Body extends z.ZodType>(
  name: Name,
  summary: string,
  body: Body,
) =>
  endpoint({
    method: 'POST',
    path: `/api/servers/{server}/players/${name}`,
    idempotencyKey: 'ignored',
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
export const unbanPlayer = playerCommand('unban', 'Lift a ban', z.object({ player }))
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
