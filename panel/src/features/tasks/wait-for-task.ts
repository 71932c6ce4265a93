// Waits for the end of a task, which the change feed tells: the database is read twice, however long it takes.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { Changes } from '../../platform/changes.ts'

interface WaitDeps {
  changes: Pick<Changes, 'listen'>
  read(taskId: number): Promise<Task>
}

/** The task when it has ended, when the time is over, or when the signal says that nobody can wait any longer. */
export type WaitForTask = (taskId: number, limitMs: number, signal: AbortSignal) => Promise<Task>

export function createWaitForTask({ changes, read }: WaitDeps): WaitForTask {
  const waiting = new Map<number, Set<() => void>>()
  changes.listen(change => {
    if (change.kind === 'task' && hasEnded(change.status)) {
      for (const wake of waiting.get(change.taskId) ?? []) wake()
    }
    if (change.kind !== 'changes-missed') return
    for (const all of waiting.values()) for (const wake of all) wake()
  })

  /** Told before the first look, so that an end between the two is not missed. */
  function nextChange(taskId: number, limitMs: number, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    const all = waiting.get(taskId) ?? new Set()
    waiting.set(taskId, all.add(wake))
    const timer = setTimeout(wake, limitMs)
    signal.addEventListener('abort', wake, { once: true })
    const forget = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      all.delete(wake)
      if (all.size === 0) waiting.delete(taskId)
    }
    return { promise, forget }
  }

  return async (taskId, limitMs, signal) => {
    const untilMs = performance.now() + limitMs
    for (;;) {
      const leftMs = untilMs - performance.now()
      const change = nextChange(taskId, Math.max(0, leftMs), signal)
      try {
        const task = await read(taskId)
        if (hasEnded(task.status) || leftMs <= 0 || signal.aborted) return task
        await change.promise
      } finally {
        change.forget()
      }
    }
  }
}
