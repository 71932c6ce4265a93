// Sends a power action to a game server and says in words when it is refused.

import {
  type GameServer,
  installGameServer,
  killGameServer,
  pauseGameServer,
  readGameServer,
  reinstallGameServer,
  restartGameServer,
  resumeGameServer,
  startGameServer,
  stopGameServer,
  updateGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { setPower } from '@rookery/contracts/http/power.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api-client.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'
import { problemMessage } from '../problems/problem-message.ts'
import { choosePower, type PowerChoice } from './power-question.ts'
import type { InstallRetry, PowerAction } from './power-rules.ts'

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
export function sendPowerAction(gameServerId: number, action: PowerAction, choice?: PowerChoice) {
  const params = { server: String(gameServerId) }
  const isPlain = choice === undefined || choice.when === 'now' || (action !== 'stop' && action !== 'restart')
  return isPlain ? api(endpoints[action], { params }) : api(setPower, { params, body: { ...choice, action } })
}

/** Another try of an installation that has failed, and the start that was to follow it. */
export async function retryInstall(gameServerId: number, retry: InstallRetry): Promise<void> {
  await sendPowerAction(gameServerId, retry.action)
  if (retry.start) await sendPowerAction(gameServerId, 'start')
}

interface PowerRequest {
  gameServer: Pick<GameServer, 'id' | 'name'>
  action: PowerAction
  retry?: InstallRetry
  /** Where it runs and must not: it is stopped before, and what follows brings it up again. */
  around?: { before: PowerAction; after: PowerAction | null }
}

export function usePowerAction() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: async ({ gameServer, action, around, retry }: PowerRequest) => {
      if (retry) return retryInstall(gameServer.id, retry)
      if (around) {
        await sendPowerAction(gameServer.id, around.before)
        await sendPowerAction(gameServer.id, action)
        return around.after && sendPowerAction(gameServer.id, around.after)
      }
      const chosen = await choosePower([gameServer], action)
      return chosen && sendPowerAction(gameServer.id, action, chosen(gameServer.id))
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(listTasks) }),
        queryClient.invalidateQueries({ queryKey: keyOf(readGameServer) }),
      ]),
    onError: (error, { gameServer, action }) =>
      noteList.add(
        t('power.failed', { action: t(`power.${action}`).toLowerCase(), name: gameServer.name }),
        problemMessage(t, error),
      ),
  })
  return {
    act: (gameServer: PowerRequest['gameServer'], action: PowerAction) =>
      mutation.mutate({ gameServer, action }),
    /** Tasks of one server are done in their order: stop, then the action, then start where it is to come up again. */
    actWhileStopped: (gameServer: PowerRequest['gameServer'], action: PowerAction, startsAgain: boolean) =>
      mutation.mutate({
        gameServer,
        action,
        around: { before: 'stop', after: startsAgain ? 'start' : null },
      }),
    /** The same as in the card of the failure. */
    retry: (gameServer: PowerRequest['gameServer'], retry: InstallRetry) =>
      mutation.mutate({ gameServer, action: 'install', retry }),
    busyId: mutation.isPending ? mutation.variables.gameServer.id : null,
    busyAction: mutation.isPending ? mutation.variables.action : null,
  }
}
