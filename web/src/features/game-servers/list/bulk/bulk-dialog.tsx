// Asks before several game servers are killed, or many are stopped, updated or started, and says what will be done.

import { Box, Button, Group, Modal } from '@mantine/core'
import { type TextOf, useTexts } from '../../../../texts/texts.ts'
import type { BulkPlan } from './logic/bulk-plan.ts'
import { PartsNote } from './parts-note.tsx'

interface BulkDialogProps {
  /** Null: nothing is asked. */
  plan: BulkPlan | null
  onClose: () => void
  onConfirm: (plan: BulkPlan) => void
}

const visibleNames = 8

function consequenceOf(t: TextOf, { action, reached }: BulkPlan): string {
  if (action === 'kill') return t('power.killText')
  if (action === 'update') return t('manyServers.updateText')
  if (action === 'start') return t('manyServers.startText')
  return t('manyServers.playersLeave', { count: reached.length })
}

export function BulkDialog({ plan, onClose, onConfirm }: BulkDialogProps) {
  const t = useTexts()
  if (!plan) return null
  const { action, reached, leftOut } = plan
  const count = reached.length
  return (
    <Modal opened onClose={onClose} title={t(`manyServers.${action}Title`, { count })}>
      <p className="text-quiet">{consequenceOf(t, plan)}</p>
      <PartsNote count={count} />
      <Box component="ul" className="well" mt={12} px={12} py={8} fz={13.5} lh={1.7}>
        {reached.slice(0, visibleNames).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {count > visibleNames && <li>{t('manyServers.andMore', { count: count - visibleNames })}</li>}
      </Box>
      {leftOut.length > 0 && (
        <Box component="p" className="text-note" mt={8}>
          {t('manyServers.willSkip', { count: leftOut.length })}
        </Box>
      )}
      <Group mt={20} gap={8} wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color={action === 'kill' ? 'danger' : undefined} onClick={() => onConfirm(plan)}>
          {t(`manyServers.${action}Confirm`, { count })}
        </Button>
      </Group>
    </Modal>
  )
}
