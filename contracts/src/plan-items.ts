// What a plan bounds, and how what is left of it is told: the same numbers in answers, refusals and pages.

import { boundsMemoryAndCpu } from './process-managers.ts'

/** Servers and ports are counted; memory, CPU and disk are the sums of the limits of servers. */
export const planItems = [
  'servers',
  'memory_bytes',
  'cpu_percent',
  'disk_bytes',
  'backups',
  'databases',
  'ports',
] as const
export type PlanItem = (typeof planItems)[number]

/** Null: without end. */
export type PlanLimits = Record<PlanItem, number | null>
export type PlanAmounts = Record<PlanItem, number>

/** What a request asks for and a plan does not have any more. */
export interface PlanShortage {
  item: PlanItem
  limit: number
  used: number
  asked: number
  left: number
}

/** Whether a game server under this process manager can be within the plan. Disk is held to by the panel under each. */
export function enforcesPlan(
  processManager: string,
  { limits, countedOnly }: { limits: Pick<PlanLimits, 'memory_bytes' | 'cpu_percent'>; countedOnly: boolean },
): boolean {
  const needsKernel = limits.memory_bytes !== null || limits.cpu_percent !== null
  return countedOnly || !needsKernel || boundsMemoryAndCpu(processManager)
}
