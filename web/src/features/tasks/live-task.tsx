// A task followed live, for its own page and for pages that show it as a guest.

import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { ProblemState } from '../../ui/feedback/problem-state.tsx'
import { TaskView } from './task-view.tsx'
import { useTaskStream } from './use-task-stream.ts'

export function LiveTask({ taskId, isEmbedded }: { taskId: number; isEmbedded?: boolean }) {
  const task = useQuery(apiQuery(readTask, { params: { id: String(taskId) } }))
  const gameServers = useQuery(wholeQuery(listGameServers))
  const queryClient = useQueryClient()
  const { stream, line } = useTaskStream(taskId)

  const isFinished = line === 'finished'
  useEffect(() => {
    // Times and exit code come with the task itself.
    if (isFinished) void queryClient.invalidateQueries({ queryKey: keyOf(readTask) })
  }, [isFinished, queryClient])

  if (!task.data) {
    if (!task.isError) return <LoadingRows rows={2} />
    return <ProblemState problem={task.error} onRetry={() => void task.refetch()} />
  }
  const isSettled = hasEnded(task.data.status)
  const live = isSettled
    ? task.data
    : {
        ...task.data,
        status: stream.status ?? task.data.status,
        message: stream.message ?? task.data.message,
        progress: stream.progress ?? task.data.progress,
      }
  const gameServer = gameServers.data?.items.find(each => each.id === live.server_id)
  return (
    <TaskView
      task={live}
      gameServerName={gameServer?.name}
      nodeName={gameServer?.node_name}
      output={stream.output}
      isReconnecting={line === 'reconnecting'}
      isEmbedded={isEmbedded}
    />
  )
}
