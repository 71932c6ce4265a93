// The steps of a bulk action: how far each is, which are begun next, and what is told of them.

import type { ErrorCode } from '@rookery/contracts/errors.ts'
import { type BulkStep, type BulkStepStatus, bulkStepStatuses } from '@rookery/contracts/http/bulk-actions.ts'
import { hasEnded, type TaskStatus } from '@rookery/contracts/run-states.ts'

export interface StoredStep {
  position: number
  serverId: number
  serverName: string | null
  /** 0: not known. */
  nodeId: number
  /** `sending`: it goes to the game without a task. `sent`: its task tells how far it is. */
  status: 'waiting' | 'sending' | 'sent' | 'done' | 'failed' | 'skipped' | 'canceled'
  taskId: number | null
  reasonCode: ErrorCode | null
  reason: string | null
}

export interface StepEnd {
  status: 'done' | 'failed' | 'skipped' | 'canceled'
  code?: ErrorCode
  reason?: string
}

/** What is known of the task of a step. */
export interface TaskOutcome {
  status: TaskStatus
  /** It waits on its node for its time, or until no one is online. */
  isPlanned: boolean
  reason: string | null
}

type Outcomes = ReadonlyMap<number, TaskOutcome>

/** The tasks that tell how far the steps are. */
export const openTasksOf = (steps: readonly StoredStep[]): number[] =>
  steps.flatMap(({ status, taskId }) => (status === 'sent' && taskId !== null ? [taskId] : []))

const outcomeOf = ({ taskId }: StoredStep, outcomes: Outcomes) =>
  taskId === null ? undefined : outcomes.get(taskId)

/** How a step that was sent has ended; null: it has not. */
export function endOf(step: StoredStep, outcomes: Outcomes): StepEnd | null {
  if (step.status !== 'sent') return null
  const outcome = outcomeOf(step, outcomes)
  if (outcome === undefined) return { status: 'failed', reason: 'its task is gone' }
  if (!hasEnded(outcome.status)) return null
  if (outcome.status === 'success') return { status: 'done' }
  const reason = outcome.reason === null ? {} : { reason: outcome.reason }
  return { status: outcome.status === 'canceled' ? 'canceled' : 'failed', ...reason }
}

export function statusOf(step: StoredStep, outcomes: Outcomes): BulkStepStatus {
  const end = endOf(step, outcomes)
  if (end) return end.status
  if (step.status === 'sending') return 'working'
  if (step.status !== 'sent') return step.status
  return outcomeOf(step, outcomes)?.isPlanned ? 'planned' : 'working'
}

export function answerOf(step: StoredStep, outcomes: Outcomes): BulkStep {
  const end = endOf(step, outcomes) ?? {}
  const { reason = step.reason, code = step.reasonCode } = end as Partial<StepEnd>
  return {
    server_id: step.serverId,
    server_name: step.serverName,
    status: statusOf(step, outcomes),
    task_id: step.taskId,
    reason: reason === null ? null : { code: code ?? null, message: reason },
  }
}

export type StepCounts = Record<BulkStepStatus, number>

export function countsOf(statuses: readonly BulkStepStatus[]): StepCounts {
  const counts = Object.fromEntries(bulkStepStatuses.map(status => [status, 0])) as StepCounts
  for (const status of statuses) counts[status] += 1
  return counts
}

/** Those that wait, in their order, as long as fewer than so many are at work on the same node. */
export function nextSteps(
  steps: readonly StoredStep[],
  outcomes: Outcomes,
  atOnceOnNode: number,
): StoredStep[] {
  const busy = new Map<number, number>()
  const count = (nodeId: number) => busy.get(nodeId) ?? 0
  for (const step of steps)
    if (statusOf(step, outcomes) === 'working') busy.set(step.nodeId, count(step.nodeId) + 1)
  return steps.filter(step => {
    if (step.status !== 'waiting' || count(step.nodeId) >= atOnceOnNode) return false
    busy.set(step.nodeId, count(step.nodeId) + 1)
    return true
  })
}

/** What waits on its node is not over. */
export const areOver = (steps: readonly StoredStep[], outcomes: Outcomes): boolean =>
  steps.every(step => !['waiting', 'working', 'planned'].includes(statusOf(step, outcomes)))
