// How far a new game server has come on its way to being joined.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import { hasEnded, type RunState } from '@rookery/contracts/run-states.ts'

export const arrivalSteps = ['install', 'start', 'join'] as const
export type ArrivalStep = (typeof arrivalSteps)[number]

type Known = Pick<Task, 'kind' | 'status' | 'ended_at'>

const newForMs = 60 * 60_000

/** Its first installation goes on, or has ended well a short while ago. `tasks` come newest first. */
export function isNewcomer(tasks: readonly Known[], nowMs: number): boolean {
  const install = tasks.findLast(({ kind }) => kind === 'install')
  if (!install) return false
  if (!hasEnded(install.status)) return true
  return install.status === 'success' && nowMs - Date.parse(install.ended_at ?? '') < newForMs
}

/** The step that a newcomer takes now; null where it rests, runs or has fallen. */
export function arrivalStep(state: RunState, tasks: readonly Known[]): ArrivalStep | null {
  const isUnderWay = (wanted: 'install' | 'start') =>
    tasks.some(({ kind, status }) => kind === wanted && !hasEnded(status))
  if (state === 'installing' || (state === 'not_installed' && isUnderWay('install'))) return 'install'
  if (state === 'starting' || (state === 'stopped' && isUnderWay('start'))) return 'start'
  return null
}
