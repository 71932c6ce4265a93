// How a task's status looks, and the sentence that tells what it does.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { TaskStatus } from '@rookery/contracts/run-states.ts'
import { IconCheck, IconClock, IconLoader2, IconMinus, IconX } from '@tabler/icons-react'
import type { TextOf } from '../../texts/texts.ts'
import type { StatusStyle } from '../../ui/tone/tone.ts'

export const taskStyles: Record<TaskStatus, StatusStyle> = {
  waiting: { tone: 'resting', Icon: IconClock },
  working: { tone: 'building', Icon: IconLoader2, isMoving: true },
  success: { tone: 'running', Icon: IconCheck },
  error: { tone: 'trouble', Icon: IconX },
  canceled: { tone: 'resting', Icon: IconMinus },
}

export function taskSentence(
  t: TextOf,
  task: Pick<Task, 'kind' | 'status' | 'server_id'>,
  gameServerName: string | undefined,
): string {
  const target =
    gameServerName ??
    (task.server_id === null ? t('tasks.aNode') : t('tasks.someServer', { id: task.server_id }))
  return t(`taskSentence.${task.kind}.${task.status}`, { target })
}
