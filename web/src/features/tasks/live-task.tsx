// A task followed live, for its own page and for pages that show it as a guest.

import { listGameServers, readOwnAbilities } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { cancelTask, listTasks, readTask, type Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { TaskMessage } from '@rookery/contracts/websocket/tasks.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { TaskFailure } from '../../parts/failures/lazy-failures.ts'
import { type Abilities, type PowerAction, permissionFor } from '../../parts/power/power-rules.ts'
import { usePowerAction } from '../../parts/power/use-power-action.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { openLiveSocket } from '../../platform/live-socket.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'
import { noteList } from '../../ui/feedback/note-list.ts'
import { mayCancel } from './may-cancel.ts'
import { retryOf } from './retry-rules.ts'
import { afterTaskMessage, newTaskStream, type TaskStream } from './task-stream-rules.ts'
import { TaskView } from './task-view.tsx'

interface FollowedTask {
  stream: TaskStream
  line: LineState | 'finished'
}

function useTaskStream(taskId: number): FollowedTask {
  const language = useLanguage()
  const [followed, setFollowed] = useState<FollowedTask>({ stream: newTaskStream, line: 'connecting' })
  useEffect(() => {
    let stream = newTaskStream
    setFollowed({ stream, line: 'connecting' })
    const channel = openLiveSocket<TaskMessage>({
      path: `/api/ws/tasks/${taskId}`,
      query: () => ({ language }),
      onState: line => setFollowed({ stream, line }),
      onMessage: message => {
        stream = afterTaskMessage(stream, message)
        const isFinished = message.type === 'task.complete' && hasEnded(message.payload.status)
        if (isFinished) channel.close()
        setFollowed({ stream, line: isFinished ? 'finished' : 'open' })
      },
    })
    return () => channel.close()
  }, [taskId, language])
  return followed
}

function useTaskAccess(task: Task | undefined) {
  const profile = useQuery(apiQuery(readProfile, {}))
  const abilities = useQuery({
    ...apiQuery(readOwnAbilities, { params: { server: String(task?.server_id) } }),
    enabled: typeof task?.server_id === 'number' && task.status !== 'success',
  })
  const known: Abilities = abilities.data ?? {}
  return {
    canCancel: task !== undefined && profile.data !== undefined && mayCancel(task, profile.data, known),
    seesUsers: profile.data?.is_admin ?? false,
    seesNodes: profile.data?.sections.node.includes('view') ?? false,
    may: (action: PowerAction) => known[permissionFor[action]] === true,
  }
}

interface LiveTaskProps {
  taskId: number
  /** Inside another page the task is a guest. */
  isEmbedded?: boolean
  /** Takes a guest away again. */
  onClose?: (() => void) | undefined
}

export function LiveTask({ taskId, isEmbedded, onClose }: LiveTaskProps) {
  const task = useQuery(apiQuery(readTask, { params: { id: String(taskId) } }))
  const gameServers = useQuery(wholeQuery(listGameServers))
  const queryClient = useQueryClient()
  const t = useTexts()
  const { canCancel, may, seesUsers, seesNodes } = useTaskAccess(task.data)
  const power = usePowerAction()
  const { stream, line } = useTaskStream(taskId)
  const cancel = useMutation({
    mutationFn: () => api(cancelTask, { params: { id: String(taskId) } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listTasks) })
      void queryClient.invalidateQueries({ queryKey: keyOf(readTask) })
    },
    onError: error => noteList.add(t('tasks.cancelRefused'), problemMessage(t, error)),
  })

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
  const retry = retryOf(live, gameServer)
  return (
    <TaskView
      task={live}
      gameServerName={gameServer?.name}
      nodeName={gameServer?.node_name}
      output={stream.output}
      isReconnecting={line === 'reconnecting'}
      seesUsers={seesUsers}
      seesNodes={seesNodes}
      isEmbedded={isEmbedded}
      isCanceling={cancel.isPending}
      failure={
        live.failure &&
        live.server_id !== null && (
          <Suspense fallback={<LoadingRows rows={2} />}>
            <TaskFailure task={live} output={stream.output} isAlone={!isEmbedded} />
          </Suspense>
        )
      }
      onCancel={canCancel ? () => cancel.mutate() : undefined}
      isRetrying={power.busyId !== null}
      onRetry={gameServer && retry && may(retry) ? () => power.act(gameServer, retry) : undefined}
      onClose={onClose}
    />
  )
}
