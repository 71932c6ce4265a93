// A timing as people think of it: every so often, at a time of day, on some weekdays, or an expression for experts.

import type { ScheduleTiming } from '@rookery/contracts/schedule.ts'

export const intervalUnits = { minutes: 1, hours: 60, days: 1440 } as const
export type IntervalUnit = keyof typeof intervalUnits

export interface Plan {
  kind: 'interval' | 'daily' | 'weekly' | 'cron'
  every: number
  unit: IntervalUnit
  /** 04:00 */
  at: string
  /** 0 is Sunday. */
  days: readonly number[]
  expression: string
}

export const planKinds = ['daily', 'weekly', 'interval', 'cron'] as const

export const usualPlan: Plan = {
  kind: 'daily',
  every: 1,
  unit: 'hours',
  at: '04:00',
  days: [1],
  expression: '0 4 * * *',
}

/** Monday first. */
export const weekDays = [1, 2, 3, 4, 5, 6, 0] as const

/** What cannot be a time yet, as while somebody types, becomes an expression that is not understood. */
export function timingOf(plan: Plan): ScheduleTiming {
  switch (plan.kind) {
    case 'interval':
      return { by: 'interval', minutes: plan.every * intervalUnits[plan.unit] }
    case 'daily':
      return { by: 'cron', expression: `${clockFields(plan.at)} * * *` }
    case 'weekly':
      return {
        by: 'cron',
        expression: `${clockFields(plan.at)} * * ${plan.days.toSorted((a, b) => a - b).join(',') || '-'}`,
      }
    case 'cron':
      return { by: 'cron', expression: plan.expression }
  }
}

/** The simplest plan that says the same. */
export function planOf(timing: ScheduleTiming): Plan {
  if (timing.by === 'interval') {
    const unit = (['days', 'hours', 'minutes'] as const).find(
      name => timing.minutes % intervalUnits[name] === 0,
    )
    const chosen = unit ?? 'minutes'
    return { ...usualPlan, kind: 'interval', unit: chosen, every: timing.minutes / intervalUnits[chosen] }
  }
  const { expression } = timing
  const found = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7](?:,[0-7])*)$/.exec(
    expression.trim().replaceAll(/\s+/g, ' '),
  )
  const [, minute = '', hour = '', days = ''] = found ?? []
  if (!found || Number(minute) > 59 || Number(hour) > 23) return { ...usualPlan, kind: 'cron', expression }
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (days === '*') return { ...usualPlan, kind: 'daily', at, expression }
  const numbers = [...new Set(days.split(',').map(day => Number(day) % 7))]
  return { ...usualPlan, kind: 'weekly', at, days: numbers, expression }
}

function clockFields(at: string): string {
  const [hour = '', minute = ''] = at.split(':')
  return hour === '' || minute === '' ? '- -' : `${Number(minute)} ${Number(hour)}`
}
