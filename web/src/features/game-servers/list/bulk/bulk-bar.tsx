// What can be done with the selected game servers at once; it takes the place of the column heads.

import { Box, Button, CloseButton, Group } from '@mantine/core'
import { IconTag, IconTerminal2, IconTrash } from '@tabler/icons-react'
import { powerIcons } from '../../../../parts/power/power-icons.ts'
import { useTexts } from '../../../../texts/texts.ts'
import styles from '../game-servers.module.css'
import type { BulkPlan } from './logic/bulk-plan.ts'
import type { ManageManyAction } from './manage-many-dialogs.tsx'

export interface BulkBarProps {
  count: number
  /** What is found out first; until then nothing can be done. Null: all is known. */
  finding: string | null
  plans: readonly BulkPlan[]
  isRunning: boolean
  /** How many of the selected have a console that the person may read. */
  consoles: number
  /** Tags and deleting are for administrators. */
  canManage: boolean
  onManage: (action: ManageManyAction) => void
  onChoose: (plan: BulkPlan) => void
  onConsoles: () => void
  onClear: () => void
}

export function BulkBar(bar: BulkBarProps) {
  const { count, finding, plans, isRunning, consoles, canManage, ...props } = bar
  const t = useTexts()
  const isWaiting = isRunning || finding !== null
  return (
    <Group flex={1} gap={6} miw={0} role="toolbar" aria-label={t('serverList.bulk')}>
      <Box
        component="span"
        className="numbers"
        miw={84}
        mr={6}
        c="var(--text)"
        fz={13}
        fw={550}
        role="status"
      >
        {t('serverList.selected', { count })}
      </Box>
      <Group className={`scroll-x ${styles.bulkActions}`} gap={6} wrap="nowrap">
        {plans.map(plan => {
          const Icon = powerIcons[plan.action]
          const isAll = plan.reached.length === count
          return (
            <Button
              key={plan.action}
              flex="none"
              size="xs"
              variant={plan.action === 'kill' ? 'subtle' : 'default'}
              color={plan.action === 'kill' ? 'danger' : undefined}
              leftSection={<Icon size={15} stroke={1.9} />}
              disabled={plan.reached.length === 0 || isWaiting}
              onClick={() => props.onChoose(plan)}
            >
              {t(`power.${plan.action}`)}
              {!isAll && plan.reached.length > 0 && (
                <Box component="span" className="badge numbers" ml={7}>
                  {plan.reached.length}
                </Box>
              )}
            </Button>
          )
        })}
        {consoles > 0 && (
          <Button
            flex="none"
            size="xs"
            variant="default"
            leftSection={<IconTerminal2 size={15} stroke={1.9} />}
            onClick={props.onConsoles}
          >
            {t('serverList.openConsoles')}
          </Button>
        )}
        {canManage && (
          <>
            <Button
              flex="none"
              size="xs"
              variant="default"
              leftSection={<IconTag size={15} stroke={1.9} />}
              disabled={isWaiting}
              onClick={() => props.onManage('tag')}
            >
              {t('serverList.tag')}
            </Button>
            <Button
              flex="none"
              size="xs"
              variant="subtle"
              color="danger"
              leftSection={<IconTrash size={15} stroke={1.9} />}
              disabled={isWaiting}
              onClick={() => props.onManage('delete')}
            >
              {t('serverList.delete')}
            </Button>
          </>
        )}
      </Group>
      {finding !== null && (
        <Box
          component="span"
          className="text-note"
          flex="1 1 0"
          miw={110}
          ml={6}
          fw={400}
          lh={1.25}
          role="status"
        >
          {finding}
        </Box>
      )}
      <CloseButton
        ml="auto"
        size="sm"
        aria-label={t('serverList.clearSelection')}
        title={t('serverList.clearSelection')}
        onClick={props.onClear}
      />
    </Group>
  )
}
