// What running games say of themselves when they are asked as a player's program asks.

import type { GamePlayer } from '@rookery/contracts/players.ts'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { runningGame } from '../rcon/rcon.ts'
import { askGame, type QueryAddress } from './game-query-client.ts'
import type { GameAnswer } from './logic/read-game-answer.ts'

const rememberedMs = 3_000

export interface Query {
  /** Throws LinkRefusal in words. */
  ask(gameServerId: number): Promise<GameAnswer>
  /** The next question is asked anew. */
  forget(gameServerId: number): void
}

/** `notePlayers` is told whom each answer names. */
export function createQuery(
  gameServers: GameServers,
  notePlayers: (uuid: string, players: readonly GamePlayer[]) => void,
  ask: (address: QueryAddress) => Promise<GameAnswer> = askGame,
): Query {
  const answers = new ShortCache<GameAnswer>(rememberedMs)
  return {
    async ask(gameServerId) {
      const { definition, process } = runningGame(gameServers, gameServerId)
      const { query, query_address: host } = definition
      if (!query) {
        throw new LinkRefusal('conflict', 'this game cannot be queried: its template does not say how')
      }
      const address = { game: query.game, host, port: query.port }
      return answers.get(JSON.stringify([gameServerId, process.streamId, address]), async () => {
        const answer = await ask(address)
        notePlayers(definition.uuid, answer.players)
        return answer
      })
    },
    forget: gameServerId => answers.forget(key => key.startsWith(`[${gameServerId},`)),
  }
}
