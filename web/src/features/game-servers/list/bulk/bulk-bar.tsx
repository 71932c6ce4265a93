// What can be done with the selected game servers at once; it takes the place of the column heads.

import { Button, CloseButton, Group } from '@mantine/core'
import { IconTerminal2 } from '@tabler/icons-react'
import { powerIcons } from '../../../../parts/power/power-icons.ts'
import { useTexts } from '../../../../texts/texts.ts'
import styles from './bulk.module.css'
import type { BulkPlan } from './logic/bulk-plan.ts'

export interface BulkBarProps {
  count: number
  /** Only so many of the selected can be reached at once; null: all of them. */
  onlyFirst: number | null
  plans: readonly BulkPlan[]
  isRunning: boolean
  /** How many of the selected have a console that the person may read. */
  consoles: number
  onChoose: (plan: BulkPlan) => void
  onConsoles: () => void
  onClear: () => void
}

export function BulkBar({ count, onlyFirst, plans, isRunning, consoles, ...props }: BulkBarProps) {
  const t = useTexts()
  return (
    <Group className={styles.bar} gap={6} role="toolbar" aria-label={t('serverList.bulk')}>
      <span className={styles.count} role="status">
        {t('serverList.selected', { count })}
      </span>
      {plans.map(plan => {
        const Icon = powerIcons[plan.action]
        const isAll = plan.reached.length === count
        return (
          <Button
            key={plan.action}
            size="xs"
            variant={plan.action === 'kill' ? 'subtle' : 'default'}
            color={plan.action === 'kill' ? 'danger' : undefined}
            leftSection={<Icon size={15} stroke={1.9} />}
            disabled={plan.reached.length === 0 || isRunning}
            onClick={() => props.onChoose(plan)}
          >
            {t(`power.${plan.action}`)}
            {!isAll && plan.reached.length > 0 && <span className={styles.some}>{plan.reached.length}</span>}
          </Button>
        )
      })}
      {consoles > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTerminal2 size={15} stroke={1.9} />}
          onClick={props.onConsoles}
        >
          {t('serverList.openConsoles')}
        </Button>
      )}
      {onlyFirst !== null && (
        <span className={styles.limit} role="note">
          {t('serverList.onlyFirst', { count: onlyFirst })}
        </span>
      )}
      <CloseButton
        className={styles.clear}
        size="sm"
        aria-label={t('serverList.clearSelection')}
        title={t('serverList.clearSelection')}
        onClick={props.onClear}
      />
    </Group>
  )
}
