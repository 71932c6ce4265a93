// How many play on some game servers, as far as it is known without asking.

import { useQueryClient } from '@tanstack/react-query'
import { playerCountStore } from './player-count-store.ts'
import { knownGameQuery } from './use-game-query.ts'

export function usePlayersOnline(gameServerIds: readonly number[]): number {
  const queryClient = useQueryClient()
  const countOf = (id: number) =>
    playerCountStore.of(id)?.players ?? knownGameQuery(queryClient, id)?.players ?? 0
  return gameServerIds.reduce((sum, id) => sum + countOf(id), 0)
}
