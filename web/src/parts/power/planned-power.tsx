// Reads what is planned for a game server, again while it waits, and cancels it.

import { type GameServerDetail, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { readPower } from '@rookery/contracts/http/power.ts'
import { cancelTask, listTasks } from '@rookery/contracts/http/tasks.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { problemMessage } from '../problems/problem-message.ts'
import { PlannedPowerView } from './planned-power-view.tsx'

const refetchMs = 10_000

export function PlannedPower({
  gameServer,
}: {
  gameServer: Pick<GameServerDetail, 'id' | 'name' | 'planned'>
}) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const power = useQuery({
    ...apiQuery(readPower, { params: { server: String(gameServer.id) } }),
    enabled: gameServer.planned !== null,
    retry: false,
    refetchInterval: refetchMs,
  })
  const cancel = useMutation({
    mutationFn: (taskId: number) => api(cancelTask, { params: { id: String(taskId) } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(readGameServer) }),
        queryClient.invalidateQueries({ queryKey: keyOf(readPower) }),
        queryClient.invalidateQueries({ queryKey: keyOf(listTasks) }),
      ]),
    onError: error => noteList.add(gameServer.name, problemMessage(t, error)),
  })
  const { planned } = gameServer
  if (!planned) return null
  return (
    <PlannedPowerView
      planned={planned}
      canCancel={power.data?.planned?.can_cancel ?? false}
      players={power.data?.players ?? null}
      isCanceling={cancel.isPending}
      onCancel={() => cancel.mutate(planned.task_id)}
    />
  )
}
