// Asks before several game servers are killed, or many are stopped or updated, and names them.

import { Box, Button, Group, Modal } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.ts'
import type { BulkPlan } from './logic/bulk-plan.ts'

interface BulkDialogProps {
  /** Null: nothing is asked. */
  plan: BulkPlan | null
  onClose: () => void
  onConfirm: (plan: BulkPlan) => void
}

const visibleNames = 8

export function BulkDialog({ plan, onClose, onConfirm }: BulkDialogProps) {
  const t = useTexts()
  if (!plan) return null
  const { action, reached } = plan
  const count = reached.length
  const asked = action === 'start' ? 'stop' : action
  return (
    <Modal opened onClose={onClose} title={t(`serverList.${asked}Title`, { count })}>
      <p className="text-quiet">
        {asked === 'kill'
          ? t('power.killText')
          : asked === 'update'
            ? t('serverList.updateText')
            : t('serverList.playersLeave', { count })}
      </p>
      <Box component="ul" className="well" mt={12} px={12} py={8} fz={13.5} lh={1.7}>
        {reached.slice(0, visibleNames).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {count > visibleNames && <li>{t('serverList.andMore', { count: count - visibleNames })}</li>}
      </Box>
      <Group mt={20} gap={8} wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color={asked === 'kill' ? 'danger' : undefined} onClick={() => onConfirm(plan)}>
          {t(`serverList.${asked}Confirm`, { count })}
        </Button>
      </Group>
    </Modal>
  )
}
