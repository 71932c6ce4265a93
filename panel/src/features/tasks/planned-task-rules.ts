// A stop, restart or restore that waits on its node: how it is stored with the task, told to the node, and when it is given up.

import { restorePayload } from '@rookery/contracts/daemon/backup-request.ts'
import { type PlannedAction, type PowerOrder, plannedActions } from '@rookery/contracts/daemon/power-order.ts'
import type { TaskKind } from '@rookery/contracts/run-states.ts'
import * as z from 'zod'

const plannedPayload = z.object({
  planned: z.object({
    when: z.enum(['empty', 'at']),
    due_at_ms: z.int().nullable(),
    message: z.string(),
  }),
})
export type PlannedPayload = z.output<typeof plannedPayload>

/** Beside every other payload this is what a planned task is recognized by. */
export const plannedMark = '{"planned":'

export function plannedOf(payload: string): PlannedPayload['planned'] | null {
  if (!payload.startsWith(plannedMark)) return null
  return plannedPayload.parse(JSON.parse(payload)).planned
}

/** What its node is asked for: a planned one has a kind of its own, which an older daemon refuses (L21). */
export function orderOf(
  { kind, payload }: { kind: TaskKind; payload: string },
  nowMs: number,
): { kind: string; payload: string } {
  const planned = plannedOf(payload)
  const action = plannedActions.find(each => each === kind)
  if (!planned || !action) return { kind, payload }
  return { kind: 'power', payload: JSON.stringify(powerOrderOf(action, planned, { payload, nowMs })) }
}

function powerOrderOf(
  action: PlannedAction,
  { due_at_ms, message }: PlannedPayload['planned'],
  { payload, nowMs }: { payload: string; nowMs: number },
): PowerOrder {
  const when: PowerOrder['when'] =
    due_at_ms === null ? { is: 'empty' } : { is: 'after', wait_ms: Math.max(0, due_at_ms - nowMs) }
  if (action !== 'restore') return { action, when, message }
  return { action, when, message, restore: restorePayload.parse(JSON.parse(payload)) }
}

const dayMs = 24 * 60 * 60_000

/** How long its node may be away before it is given up: one that waits goes on there meanwhile. */
export function patienceMs(
  { payload, message }: { payload: string; message: string | null },
  usualMs: number,
  nowMs: number,
): number {
  const planned = plannedOf(payload)
  const hasNodeIt = message !== null
  if (!planned || !hasNodeIt) return usualMs
  return planned.due_at_ms === null ? dayMs : usualMs + Math.max(0, planned.due_at_ms - nowMs)
}
