// How a running game is spoken to: RCON, game query, and what can be done about its players.

import * as z from 'zod'

export const rconProtocols = ['source', 'goldsource', 'minecraft', 'quake3', 'battleye'] as const
export type RconProtocol = (typeof rconProtocols)[number]

const portName = z.enum(['game', 'query', 'rcon'])

export const rconControl = z.object({
  protocol: z.enum(rconProtocols),
  /** Which of the server's ports is spoken to. */
  port: portName.default('rcon'),
})
export type RconControl = z.output<typeof rconControl>

/** `game` is a name of the query library: `minecraft`, `protocol-valve`, `protocol-quake3`, … */
export const queryControl = z.object({
  game: z.string().min(1),
  port: portName.default('query'),
  /** A fixed step above the game's port instead. */
  game_plus: z.int().min(1).max(1000).optional(),
})
export type QueryControl = z.output<typeof queryControl>

const controlledBy = z.enum(['rcon', 'console'])

/**
 * Commands with `{player}`, `{reason}` and `{message}`, sent by RCON or typed into the console. A value that could end
 * the command or begin another one is refused before anything is sent.
 */
export const playerControl = z.object({
  by: controlledBy.default('rcon'),
  /**
   * Where players are commanded by the console, it is typed there only to find the one who is meant. Named groups of the pattern: `name` (needed), `id`, `address`, `ping`, `score`, `seconds` (a number or a
   * clock such as 5:12); one match per player, `^` and `$` stand for the ends of a line.
   */
  list: z.object({ command: z.string().min(1), pattern: z.string().min(1) }).optional(),
  /** Which group stands for the player in the commands below; people may name the player either way. */
  identify_by: z.enum(['name', 'id']).default('name'),
  /** An answer to a command that matches says that the game did not do it; `^` and `$` are the ends of a line. */
  refused: z.string().min(1).optional(),
  /** Console only: a line that says that a player was kicked or banned. Without it in time, that counts as failed. */
  done: z.string().min(1).optional(),
  kick: z.string().optional(),
  ban: z.string().optional(),
  /**
   * How the game lists who is banned. Named groups of the pattern: `name` (needed), `id` (what lifts the ban, where that
   * is not the name), `reason`. An answer with no ban in it must match `none`, where that is given: what cannot be read
   * is not shown as an empty list.
   */
  bans: z
    .object({
      /** As for the commands, unless given. */
      by: controlledBy.optional(),
      command: z.string().min(1),
      pattern: z.string().min(1),
      none: z.string().min(1).optional(),
    })
    .optional(),
  /** Lifts a ban; `{player}` is the `id` of `bans`, or the name. */
  unban: z.string().optional(),
  message: z.string().optional(),
})
export type PlayerControl = z.output<typeof playerControl>

/** Whether a node can find out how many people play: by game query, or by a list that RCON gives. */
export function canCountPlayers(game: {
  query?: QueryControl | undefined
  rcon?: RconControl | undefined
  players?: PlayerControl | undefined
}): boolean {
  return game.query !== undefined || (game.rcon !== undefined && game.players?.list !== undefined)
}
