// What a plan bounds, in text: “3 servers”, “4 GiB memory”.

import { type PlanItem, type PlanLimits, planItems } from '@rookery/contracts/plan-items.ts'
import type { TextOf } from '../../texts/texts.ts'
import { amountText } from './plan-amount-rules.ts'

export function planLimitTexts(t: TextOf, limits: PlanLimits, language: string): string[] {
  return planItems.flatMap(item => {
    const limit = limits[item]
    return limit === null ? [] : [limitText(t, item, limit, language)]
  })
}

const sums = ['memory_bytes', 'cpu_percent', 'disk_bytes'] as const
const isSum = (item: PlanItem): item is (typeof sums)[number] => sums.some(each => each === item)

const limitText = (t: TextOf, item: PlanItem, limit: number, language: string): string =>
  isSum(item)
    ? t(`plans.amounts.${item}`, { amount: amountText(item, limit, language) })
    : t(`plans.amounts.${item}`, { count: limit })
