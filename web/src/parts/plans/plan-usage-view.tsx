// How much of a plan somebody uses and how much is left, each limit with its bar.

import { Box } from '@mantine/core'
import type { HeldPlan } from '@rookery/contracts/http/plans.ts'
import { type PlanItem, planItems } from '@rookery/contracts/plan-items.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { amountText } from './plan-amount-rules.ts'
import styles from './plans.module.css'

export function PlanUsageView({ usage }: Pick<HeldPlan, 'usage'>) {
  const t = useTexts()
  const limited = planItems.flatMap(item => {
    const { limit, used } = usage[item]
    return limit === null ? [] : [{ item, limit, used }]
  })
  if (limited.length === 0) return <p className="text-secondary">{t('plans.unlimited')}</p>
  return (
    <ul className={styles.usage}>
      {limited.map(each => (
        <ItemUsage key={each.item} {...each} />
      ))}
    </ul>
  )
}

function ItemUsage({ item, limit, used }: { item: PlanItem; limit: number; used: number }) {
  const t = useTexts()
  const language = useLanguage()
  const text = (amount: number) => amountText(item, amount, language)
  const isOver = used > limit
  const share = limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit)
  return (
    <li data-over={isOver || undefined}>
      <span className="text-note">{t(`plans.items.${item}`)}</span>
      <span className="numbers text-name">{t('plans.usedOf', { used: text(used), limit: text(limit) })}</span>
      <span className={styles.bar} aria-hidden>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
      <Box component="span" className={`numbers text-hint ${styles.left}`}>
        {isOver && <IconAlertTriangle size={13} aria-hidden />}
        {isOver
          ? t('plans.over', { amount: text(used - limit) })
          : t('plans.left', { amount: text(limit - used) })}
      </Box>
    </li>
  )
}
