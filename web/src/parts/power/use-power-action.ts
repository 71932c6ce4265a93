// Sends a power action to a game server and says in words when it is refused.

import {
  type GameServer,
  installGameServer,
  killGameServer,
  pauseGameServer,
  reinstallGameServer,
  restartGameServer,
  resumeGameServer,
  startGameServer,
  stopGameServer,
  updateGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api-client.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { problemMessage } from '../problems/problem-message.ts'
import type { PowerAction } from './power-rules.ts'

const endpoints = {
  install: installGameServer,
  start: startGameServer,
  stop: stopGameServer,
  restart: restartGameServer,
  pause: pauseGameServer,
  resume: resumeGameServer,
  kill: killGameServer,
  update: updateGameServer,
  reinstall: reinstallGameServer,
}

/** Asks the panel for a power action; the answer names the task that does it. */
export const sendPowerAction = (gameServerId: number, action: PowerAction) =>
  api(endpoints[action], { params: { server: String(gameServerId) } })

interface PowerRequest {
  gameServer: Pick<GameServer, 'id' | 'name'>
  action: PowerAction
}

export function usePowerAction() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ gameServer, action }: PowerRequest) => sendPowerAction(gameServer.id, action),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(listTasks) }),
    onError: (error, { gameServer, action }) =>
      noteList.add(
        t('power.failed', { action: t(`power.${action}`).toLowerCase(), name: gameServer.name }),
        problemMessage(t, error),
      ),
  })
  return {
    act: (gameServer: PowerRequest['gameServer'], action: PowerAction) =>
      mutation.mutate({ gameServer, action }),
    busyId: mutation.isPending ? mutation.variables.gameServer.id : null,
  }
}
