// Waits until a task has ended: the live channel tells of it, and where that was away the task itself is asked.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import { api } from '../../platform/api-client.ts'
import { taskUpdates } from './task-updates.ts'

const askEveryMs = 10_000

/** Gives the task as it ended; never settles once the signal says stop. */
export function taskEnd(taskId: number, signal: AbortSignal): Promise<Task> {
  return new Promise(resolve => {
    let isAsking = false
    async function ask(): Promise<void> {
      if (isAsking) return
      isAsking = true
      const task = await api(readTask, { params: { id: String(taskId) } }, signal).catch(() => null)
      isAsking = false
      if (!task?.ended_at || signal.aborted) return
      stop()
      resolve(task)
    }
    function hear(): void {
      const status = taskUpdates.of(taskId)?.status
      if (status && status !== 'waiting' && status !== 'working') void ask()
    }
    function stop(): void {
      unsubscribe()
      clearInterval(timer)
      signal.removeEventListener('abort', stop)
    }
    const unsubscribe = taskUpdates.subscribe(hear)
    const timer = setInterval(() => void ask(), askEveryMs)
    signal.addEventListener('abort', stop)
    // It may have ended before its number was known here.
    hear()
  })
}
