// When a stop, restart or restore that waits on its node happens, in words that stay true.

import type { PlannedPower, Task } from '@rookery/contracts/http/tasks.ts'
import { useTexts } from '../../texts/texts.ts'
import { Countdown } from '../../ui/time/live-time.tsx'

/** Null of a task that waits for nothing but its turn. */
export const planOf = ({ status, planned }: Pick<Task, 'status' | 'planned'>): PlannedPower | null =>
  status === 'waiting' ? planned : null

interface PlanTextProps {
  plan: PlannedPower
  /** Of the task: a stop, a restart or a restore. */
  kind: Task['kind']
}

export function PlanText({ plan, kind }: PlanTextProps) {
  const t = useTexts()
  const action = kind === 'restart' || kind === 'restore' ? kind : 'stop'
  if (plan.due_at === null) return t(`power.planned.${action}Empty`)
  return (
    <Countdown untilMs={Date.parse(plan.due_at)} frame={span => t(`power.planned.${action}At`, { span })} />
  )
}
