// Whether a task still deserves a place of its own on the overview, or has become history.

import type { Task } from '@rookery/contracts/http/tasks.ts'

const freshForMs = 10 * 60_000

/** What goes on and what failed stays in sight; what went well only for a while. */
export function isWorthShowing(task: Pick<Task, 'status' | 'ended_at'>, nowMs: number): boolean {
  if (task.ended_at === null || task.status === 'error') return true
  return nowMs - Date.parse(task.ended_at) < freshForMs
}
