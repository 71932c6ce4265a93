// A stop, restart or restore that waits on the node: when it begins, what people read meanwhile, and what ends the waiting.

import { type PlannedAction, type PowerOrder, powerOrder } from '@rookery/contracts/daemon/power-order.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { NodeTaskKind, QueuedTask } from './task-queue.ts'

/** A daemon that comes back later than this after the time does not surprise anybody with it. */
const lateLimitMs = 10 * 60_000

/** Null: it is not understood. */
export function readPowerOrder(payload: string): PowerOrder | null {
  try {
    return powerOrder.parse(JSON.parse(payload))
  } catch {
    return null
  }
}

export function dueAtMsOf({ when }: PowerOrder, nowMs: number): number | null {
  return when.is === 'after' ? nowMs + when.wait_ms : null
}

export interface PlanFacts {
  dueAtMs: number | null
  nowMs: number
  /** Null: it cannot be found out. */
  players: number | null
}

/** Null: it begins now. */
export function whyPlanWaits({ when }: PowerOrder, { dueAtMs, nowMs, players }: PlanFacts): string | null {
  if (when.is === 'after') {
    return dueAtMs === null || nowMs >= dueAtMs ? null : `begins at ${new Date(dueAtMs).toISOString()}`
  }
  if (players === null) return reasonOf('waitsForCount')
  if (players === 0) return null
  return players === 1 ? 'waits for one player to leave' : `waits for ${players} players to leave`
}

/** Why a plan of an earlier life of the daemon is given up; null: it goes on. */
export function whyPlanIsOver(dueAtMs: number | null, nowMs: number): string | null {
  const isOver = dueAtMs !== null && nowMs - dueAtMs > lateLimitMs
  return isOver ? 'its time passed more than ten minutes ago while the daemon was away: ask again' : null
}

const replacing: readonly NodeTaskKind[] = ['start', 'stop', 'restart', 'kill', 'power']

/**
 * What waits for its time and is replaced by an order that says anew whether the game runs. A restore that waits is
 * replaced by another one alone: whether the game runs says nothing about its files.
 */
export function replacedPlans<Task extends QueuedTask & { payload: string }>(
  queue: readonly Task[],
  order: { kind: string; gameServerId: number; payload: string },
): Task[] {
  if (!replacing.some(kind => kind === order.kind)) return []
  const isRestore = (payload: string) => powerActionOf(payload) === 'restore'
  const replacesRestores = order.kind === 'power' && isRestore(order.payload)
  return queue.filter(
    task =>
      task.kind === 'power' &&
      task.isHeld === true &&
      task.gameServerId === order.gameServerId &&
      isRestore(task.payload) === replacesRestores,
  )
}

/** What the game server goes through: of a planned one, its action. */
export function powerActionOf(payload: string): PlannedAction {
  return readPowerOrder(payload)?.action ?? 'stop'
}
