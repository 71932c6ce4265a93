// Players and game query: asked of the node, as RCON is.

import {
  type GamePlayer,
  type GameQuery,
  gamePlayer,
  gameQuery,
  type PlayerAction,
  type PlayerBan,
  playerBan,
  type RecentPlayer,
  recentPlayer,
} from '@rookery/contracts/players.ts'
import { readNodeJson } from '../../platform/daemon-link/node-answers.ts'
import { type AskGameDeps, askGame } from '../rcon/rcon.ts'
import { playerRoutes } from './routes.ts'

export function openPlayers(deps: AskGameDeps) {
  const players = createPlayers(deps)
  return { ...players, routes: playerRoutes(players) }
}

export type Players = ReturnType<typeof createPlayers>

export function createPlayers(deps: AskGameDeps) {
  return {
    async list(gameServerId: number): Promise<GamePlayer[]> {
      const { json } = await askGame(deps, gameServerId, { $case: 'listPlayers', value: { gameServerId } })
      return readNodeJson(gamePlayer.array(), json)
    },
    async recent(gameServerId: number): Promise<RecentPlayer[]> {
      const body = { $case: 'listRecentPlayers', value: { gameServerId } } as const
      const { json } = await askGame(deps, gameServerId, body)
      return readNodeJson(recentPlayer.array(), json)
    },
    async bans(gameServerId: number): Promise<PlayerBan[]> {
      const { json } = await askGame(deps, gameServerId, { $case: 'listPlayerBans', value: { gameServerId } })
      return readNodeJson(playerBan.array(), json)
    },
    async command(
      gameServerId: number,
      input: { action: PlayerAction; player: string; text: string },
    ): Promise<{ output: string }> {
      const body = { $case: 'commandPlayer', value: { gameServerId, ...input } } as const
      const { output } = await askGame(deps, gameServerId, body)
      return { output }
    },
    async query(gameServerId: number): Promise<GameQuery> {
      const { json } = await askGame(deps, gameServerId, { $case: 'queryGame', value: { gameServerId } })
      return readNodeJson(gameQuery, json)
    },
  }
}
