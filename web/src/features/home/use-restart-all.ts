// Brings up many servers with the same trouble, one after the other; what the panel refuses is told once.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { listTasks } from '@rookery/contracts/http/tasks.ts'
import { useQueryClient } from '@tanstack/react-query'
import { sendPowerAction } from '../../parts/power/use-power-action.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { noteList } from '../../ui/feedback/note-list.ts'

export const restartOf = ({ state }: Pick<GameServer, 'state'>) => (state === 'crashed' ? 'start' : 'install')

export function useRestartAll() {
  const t = useTexts()
  const queryClient = useQueryClient()
  async function restartAll(gameServers: readonly GameServer[]): Promise<void> {
    const problems: unknown[] = []
    for (const gameServer of gameServers) {
      await sendPowerAction(gameServer.id, restartOf(gameServer)).catch(error => problems.push(error))
    }
    await queryClient.invalidateQueries({ queryKey: keyOf(listTasks) })
    if (problems.length > 0)
      noteList.add(t('homeGroups.refused', { count: problems.length }), problemMessage(t, problems[0]))
  }
  return (gameServers: readonly GameServer[]) => void restartAll(gameServers)
}
