// Asks before several game servers are killed, or many are stopped, updated or started, and says what will be done.

import { Box, Button, Group, Modal } from '@mantine/core'
import { PlayersOnlineNote } from '../../../../parts/usage/players-online-note.tsx'
import { type TextOf, useTexts } from '../../../../texts/texts.ts'
import { type BulkPlan, onlyName } from './logic/bulk-plan.ts'
import { NameList } from './name-list.tsx'
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
  const name = onlyName(reached)
  const title =
    name === null
      ? t(`manyServers.${action}Title`, { count })
      : t(`manyServers.titleOfOne.${action}`, { name })
  return (
    <Modal opened onClose={onClose} title={title}>
      <p className="text-quiet">{consequenceOf(t, plan)}</p>
      {action !== 'start' && <PlayersOnlineNote gameServerIds={reached.map(({ id }) => id)} />}
      <PartsNote count={count} />
      {name === null && <NameList gameServers={reached} most={visibleNames} mt={12} />}
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
