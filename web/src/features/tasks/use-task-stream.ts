// Follows one task live until it has ended.

import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { TaskMessage } from '@rookery/contracts/websocket/tasks.ts'
import { useEffect, useState } from 'react'
import { openLiveSocket } from '../../platform/live-socket.ts'
import type { LineState } from '../../platform/logic/reconnect.ts'
import { afterTaskMessage, newTaskStream, type TaskStream } from './logic/task-stream.ts'

export interface FollowedTask {
  stream: TaskStream
  line: LineState | 'finished'
}

export function useTaskStream(taskId: number): FollowedTask {
  const [followed, setFollowed] = useState<FollowedTask>({ stream: newTaskStream, line: 'connecting' })
  useEffect(() => {
    let stream = newTaskStream
    setFollowed({ stream, line: 'connecting' })
    const channel = openLiveSocket<TaskMessage>({
      path: `/api/ws/tasks/${taskId}`,
      onState: line => setFollowed({ stream, line }),
      onMessage: message => {
        stream = afterTaskMessage(stream, message)
        const isFinished = message.type === 'task.complete' && hasEnded(message.payload.status)
        if (isFinished) channel.close()
        setFollowed({ stream, line: isFinished ? 'finished' : 'open' })
      },
    })
    return () => channel.close()
  }, [taskId])
  return followed
}
