// What a game tells about itself and its players, as the node reads it by RCON or query.

import * as z from 'zod'

export const gamePlayer = z.object({
  name: z.string(),
  /** What the game calls this player in its commands. */
  id: z.string().nullable(),
  score: z.number().nullable(),
  ping: z.number().nullable(),
  /** Seconds since the player joined. */
  seconds: z.number().nullable(),
})
export type GamePlayer = z.output<typeof gamePlayer>

export const gameQuery = z.object({
  name: z.string().nullable(),
  map: z.string().nullable(),
  version: z.string().nullable(),
  players: z.int().nullable(),
  max_players: z.int().nullable(),
  password: z.boolean().nullable(),
  ping_ms: z.number().nullable(),
})
export type GameQuery = z.output<typeof gameQuery>

export const playerActions = ['kick', 'ban', 'message'] as const
export type PlayerAction = (typeof playerActions)[number]
