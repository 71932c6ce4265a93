// Messages of the task channel, /api/ws/tasks/{id}.

import type { TaskStatus } from '../run-states.ts'
import type { Envelope } from './envelope.ts'

export type TaskStatusMessage = Envelope<
  'task.status',
  { task_id: number; status: TaskStatus; message?: string; progress?: number }
>
/** `seq` counts the bytes of the output up to the end of the chunk. */
export type TaskOutputMessage = Envelope<'task.output', { task_id: number; seq: number; chunk: string }>
export type TaskCompleteMessage = Envelope<
  'task.complete',
  { task_id: number; status: TaskStatus; exit_code?: number }
>

export type TaskMessage = TaskStatusMessage | TaskOutputMessage | TaskCompleteMessage
