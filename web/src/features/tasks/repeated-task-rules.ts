// Tasks that failed several times in a row in the same way are one line of the list.

import type { Task } from '@rookery/contracts/http/tasks.ts'

export interface TaskLine<Known extends RepeatedTask> {
  /** The newest of them. */
  task: Known
  /** The first of them; the same as the newest where there is one only. */
  oldest: Known
  count: number
}

type RepeatedTask = Pick<Task, 'kind' | 'status' | 'server_id' | 'node_id' | 'reason' | 'requested_by'>

const isSameFailure = (one: RepeatedTask, other: RepeatedTask) =>
  one.status === 'error' &&
  other.status === 'error' &&
  one.kind === other.kind &&
  one.server_id === other.server_id &&
  one.node_id === other.node_id &&
  one.reason === other.reason &&
  one.requested_by?.id === other.requested_by?.id

/** Given newest first. */
export function taskLines<Known extends RepeatedTask>(tasks: readonly Known[]): TaskLine<Known>[] {
  const lines: TaskLine<Known>[] = []
  for (const task of tasks) {
    const last = lines.at(-1)
    if (last && isSameFailure(last.task, task)) {
      last.count += 1
      last.oldest = task
    } else {
      lines.push({ task, oldest: task, count: 1 })
    }
  }
  return lines
}
