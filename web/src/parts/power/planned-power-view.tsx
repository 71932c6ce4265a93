// A stop, restart or restore that waits on the node: how long still, or for how many players, and the way to call it off.

import { Box, Button, Group } from '@mantine/core'
import type { PlannedTask } from '@rookery/contracts/http/power.ts'
import { IconClockHour4, IconUsers } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { PlanText } from '../tasks/plan-text.tsx'

interface PlannedPowerViewProps {
  planned: PlannedTask
  canCancel: boolean
  players: number | null
  isCanceling: boolean
  onCancel: () => void
}

export function PlannedPowerView({
  planned,
  canCancel,
  players,
  isCanceling,
  onCancel,
}: PlannedPowerViewProps) {
  const t = useTexts()
  const { action, due_at: dueAt } = planned
  const Icon = dueAt === null ? IconUsers : IconClockHour4
  return (
    <Group
      component="section"
      className="panel"
      px={14}
      py={8}
      gap={10}
      mih={46}
      wrap="nowrap"
      aria-label={t('power.planned.label')}
    >
      <Icon size={18} stroke={1.8} color="var(--state-moving)" aria-hidden style={{ flex: 'none' }} />
      <Box component="p" flex={1} miw={0} fw={550}>
        <PlanText plan={planned} kind={action} />
        {players !== null && (
          <Box component="span" className="text-quiet" ml={8} fw={400}>
            {t('power.ask.players', { count: players })}
          </Box>
        )}
      </Box>
      {canCancel && (
        <Button size="xs" variant="default" flex="none" loading={isCanceling} onClick={onCancel}>
          {t(`power.planned.${action}Cancel`)}
        </Button>
      )}
    </Group>
  )
}
