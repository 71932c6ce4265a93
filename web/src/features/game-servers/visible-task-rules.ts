// Which task of a game server deserves a place of its own on the overview, and until when.

import type { Task } from '@rookery/contracts/http/tasks.ts'

type Known = Pick<Task, 'id' | 'status' | 'ended_at' | 'planned'>

/**
 * The one at work; else what waits longest; else the newest, while it is of interest. `tasks` come newest first. A stop
 * or restart that waits for its time has its place above the tabs.
 */
export function visibleTask<T extends Known>(all: readonly T[], nowMs: number): T | null {
  const tasks = all.filter(({ planned, status }) => planned === null || status !== 'waiting')
  const working = tasks.find(({ status }) => status === 'working')
  if (working) return working
  const waiting = tasks.findLast(({ status }) => status === 'waiting')
  if (waiting) return waiting
  const [newest] = tasks
  return newest && isWorthShowing(newest, nowMs) ? newest : null
}

const freshForMs = 10 * 60_000

/** What goes on and what failed stays in sight; what went well only for a while. */
function isWorthShowing(task: Known, nowMs: number): boolean {
  if (task.ended_at === null || task.status === 'error') return true
  return nowMs - Date.parse(task.ended_at) < freshForMs
}
