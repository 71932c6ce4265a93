// What a plan does not have room for, in text; null: something else was refused.

import { ApiError } from '../../platform/api-error.ts'
import type { TextOf } from '../../texts/texts.ts'
import { amountText } from './plan-amount-rules.ts'

export function planShortageText(t: TextOf, problem: unknown, language: string): string | null {
  if (!(problem instanceof ApiError) || problem.shortages.length === 0) return null
  const each = problem.shortages.map(({ item, asked, left }) => {
    const text = (amount: number) => amountText(item, amount, language)
    return t('plans.shortage', { item: t(`plans.items.${item}`), asked: text(asked), left: text(left) })
  })
  return [t('plans.noRoom'), ...each].join(' ')
}
