// The list of players, read again every ten seconds while somebody looks at it.

import { listPlayers } from '@rookery/contracts/http/rcon.ts'
import type { GamePlayer } from '@rookery/contracts/players.ts'
import { useQuery } from '@tanstack/react-query'
import { refetchMs } from '../../parts/usage/use-game-query.ts'
import { apiQuery } from '../../platform/api-queries.ts'

interface Players {
  /** Null while nothing has been read; what was read last while the game does not answer. */
  list: readonly GamePlayer[] | null
  error: unknown
  refetchNow: () => void
}

export function usePlayers(server: string, isUp: boolean): Players {
  const answer = useQuery({
    ...apiQuery(listPlayers, { params: { server } }),
    enabled: isUp,
    retry: false,
    staleTime: 0,
    refetchInterval: refetchMs,
  })
  return { list: answer.data ?? null, error: answer.error, refetchNow: () => void answer.refetch() }
}
