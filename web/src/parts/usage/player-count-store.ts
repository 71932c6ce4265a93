// How many play on each game server, as the live channel reports it.

import type { PlayersEvent } from '@rookery/contracts/websocket/events.ts'
import { LiveValues, useLiveValue } from './live-values.ts'

export interface PlayerCount {
  players: number
  maxPlayers: number | null
}

const known = new LiveValues<PlayerCount>()

export const playerCountStore = {
  take({ servers }: PlayersEvent['payload']): void {
    for (const [id, players, maxPlayers] of servers) {
      const before = known.of(id)
      if (before?.players === players && before.maxPlayers === maxPlayers) continue
      known.set(id, players === null ? null : { players, maxPlayers })
    }
  },
  forget: (): void => known.forget(),
  of: (gameServerId: number): PlayerCount | null => known.of(gameServerId),
}

export const usePlayerCount = (gameServerId: number): PlayerCount | null => useLiveValue(known, gameServerId)
