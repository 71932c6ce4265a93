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

/** Somebody whom the node has seen on the game server, whether online now or not. */
export const recentPlayer = z.object({
  name: z.string(),
  /** What the game's ban takes for somebody who has left; null where it takes only who is online. */
  id: z.string().nullable(),
  last_seen: z.iso.datetime(),
})
export type RecentPlayer = z.output<typeof recentPlayer>

export const playerBan = z.object({
  name: z.string(),
  /** What lifts the ban, where that is not the name. */
  id: z.string().nullable(),
  reason: z.string().nullable(),
})
export type PlayerBan = z.output<typeof playerBan>

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

export const playerActions = ['kick', 'ban', 'unban', 'message'] as const
export type PlayerAction = (typeof playerActions)[number]
