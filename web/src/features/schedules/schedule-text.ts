// A schedule in words: what it does, and when.

import type { ServerTask } from '@rookery/contracts/http/schedules.ts'
import type { ScheduleStep } from '@rookery/contracts/schedule.ts'
import type { Language } from '../../texts/languages.ts'
import type { TextOf } from '../../texts/texts.ts'
import { clockTime } from '../../ui/time/date-formats.ts'
import { spanOf } from '../../ui/time/relative-time.ts'
import { simpleCron } from './cron-text-rules.ts'
import { planOf, weekDays } from './timing-plan-rules.ts'

export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

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
  // A time zone is worth a word where it is not the reader's own.
  const here = time_zone === ownTimeZone() ? 'Here' : ''
  switch (plan.kind) {
    case 'interval':
      return t(`schedules.every.${plan.unit}`, { count: plan.every })
    case 'daily':
      return t(`schedules.dailyAt${here}`, { at: clockTime(plan.at, language), zone: time_zone })
    case 'weekly': {
      const days = daysText(plan.days, language)
      return t(`schedules.weeklyOn${here}`, { days, at: clockTime(plan.at, language), zone: time_zone })
    }
    case 'cron': {
      const simple = simpleCron(plan.expression)
      if (simple) {
        const at = clockTime(simple.at, language)
        const days = daysText(simple.days, language)
        const when = simple.days.length === 0 ? (`dailyAt${here}` as const) : (`weeklyOn${here}` as const)
        const text = t(`schedules.${when}`, { days, at, zone: time_zone })
        const months = monthsText(simple.months, language)
        return months === '' ? text : [text, months].join(t('schedules.steps.comma'))
      }
      return t(`schedules.byExpression${here}`, { zone: time_zone })
    }
  }
}

function daysText(days: readonly number[], language: Language): string {
  const names = weekDays.filter(day => days.includes(day)).map(day => weekDayName(day, language, 'long'))
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

/** "June – August", or each by its name. */
function monthsText(months: readonly number[], language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const nameOf = (month: number) => format.format(Date.UTC(2001, month - 1, 1))
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (months.length > 2 && last - first === months.length - 1) return `${nameOf(first)} – ${nameOf(last)}`
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(months.map(nameOf))
}

/** "4 min", "90 s" */
export function spanText(language: Language, seconds: number): string {
  const [unit, size] =
    seconds % 3600 === 0 && seconds > 0
      ? (['hour', 3600] as const)
      : seconds % 60 === 0
        ? (['minute', 60] as const)
        : (['second', 1] as const)
  return spanOf(seconds / size, unit, language)
}

/** "message → 4 min → message → 1 min → restart": what is done and how long is waited, in the order of both. */
export function stepsText(t: TextOf, language: Language, steps: readonly ScheduleStep[]): string {
  const stations = steps.flatMap(({ action, offset_seconds }, index) => {
    const name = t(`schedules.steps.names.${action}`)
    const seconds = offset_seconds - (steps[index - 1]?.offset_seconds ?? 0)
    return seconds === 0 ? [name] : [spanText(language, seconds), name]
  })
  return stations.join(' → ')
}
