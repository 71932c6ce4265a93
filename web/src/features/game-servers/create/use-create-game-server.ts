// Creates a game server and goes to its page, where the install can be watched.

import { createGameServer, listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readOwnPlan } from '@rookery/contracts/http/plans.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../platform/api-client.ts'
import { keyOf } from '../../../platform/api-queries.ts'
import type { NewGameServerBody } from './logic/new-game-server.ts'

export function useCreateGameServer() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewGameServerBody) => api(createGameServer, { body }),
    // Refused, because another request has taken what was left: it is not as it was read.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(readOwnPlan) }),
    onSuccess: async created => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listGameServers) })
      void queryClient.invalidateQueries({ queryKey: keyOf(listTasks) })
      await navigate({ to: '/servers/$serverId', params: { serverId: String(created.id) } })
    },
  })
}
