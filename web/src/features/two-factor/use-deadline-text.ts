// The deadline in words; nothing where there is none.

import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { plainDate } from '../../ui/time/date-formats.ts'
import { deadlineOf } from './logic/deadline.ts'

export function useDeadlineText(nudge: MfaNudge | undefined): string | null {
  const t = useTexts()
  const language = useLanguage()
  const deadline = nudge && deadlineOf(nudge)
  if (!deadline || deadline.kind === 'none') return null
  if (deadline.kind === 'over') return t('reminder.over')
  const date = plainDate(deadline.atMs, language)
  return deadline.kind === 'today'
    ? t('reminder.today', { date })
    : t('reminder.days', { count: deadline.days, date })
}
