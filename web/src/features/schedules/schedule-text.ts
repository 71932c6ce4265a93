// A schedule in words: what it does, and when.

import type { ServerTask } from '@rookery/contracts/http/schedules.ts'
import type { Language } from '../../texts/languages.ts'
import type { TextOf } from '../../texts/texts.ts'
import { planOf, weekDays } from './timing-plan-rules.ts'

/** 4 January 1970 was a Sunday. */
const sundayMs = 3 * 86_400_000

export function weekDayName(day: number, language: Language, width: 'long' | 'short'): string {
  const format = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
  return format.format(sundayMs + day * 86_400_000)
}

export function whenText(
  t: TextOf,
  language: Language,
  { timing, time_zone }: Pick<ServerTask, 'timing' | 'time_zone'>,
): string {
  const plan = planOf(timing)
  switch (plan.kind) {
    case 'interval':
      return t(`schedules.every.${plan.unit}`, { count: plan.every })
    case 'daily':
      return t('schedules.dailyAt', { at: plan.at, zone: time_zone })
    case 'weekly': {
      const names = weekDays
        .filter(day => plan.days.includes(day))
        .map(day => weekDayName(day, language, 'long'))
      const days = new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
      return t('schedules.weeklyOn', { days, at: plan.at, zone: time_zone })
    }
    case 'cron':
      return t('schedules.byExpression', { expression: plan.expression, zone: time_zone })
  }
}
