// What a running game says of itself, asked again every ten seconds for as long as the page is in sight.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { queryGame } from '@rookery/contracts/http/players.ts'
import type { GameQuery } from '@rookery/contracts/players.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../platform/api-error.ts'
import { apiQuery } from '../../platform/api-queries.ts'

export const refetchMs = 10_000
/** A game that does not answer is asked less often; one that cannot be asked is left alone. */
const afterFailureMs = 30_000

const gameQuery = (gameServerId: number) => apiQuery(queryGame, { params: { server: String(gameServerId) } })

export function useGameQuery(
  gameServer: Pick<GameServer, 'id' | 'state' | 'node_online'>,
  { everyMs = refetchMs }: { everyMs?: number } = {},
): GameQuery | null {
  const isUp = gameServer.node_online && gameServer.state === 'running'
  const answer = useQuery({
    ...gameQuery(gameServer.id),
    enabled: isUp,
    retry: false,
    staleTime: everyMs / 2,
    refetchInterval: ({ state: { error } }) => {
      if (!error) return everyMs
      return error instanceof ApiError && error.status === 409 ? false : Math.max(everyMs, afterFailureMs)
    },
  })
  return isUp && !answer.isError ? (answer.data ?? null) : null
}

/** What was heard last, without asking. */
export const knownGameQuery = (queryClient: QueryClient, gameServerId: number): GameQuery | null =>
  queryClient.getQueryData(gameQuery(gameServerId).queryKey) ?? null

export const useKnownGameQuery = (gameServerId: number): GameQuery | null =>
  knownGameQuery(useQueryClient(), gameServerId)
