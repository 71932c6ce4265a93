// Asks before several game servers are killed, or many are stopped, and names them.

import { Button, Group, Modal } from '@mantine/core'
import { useTexts } from '../../../../texts/texts.ts'
import styles from './bulk.module.css'
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
  const asked = action === 'kill' || action === 'restart' ? action : 'stop'
  return (
    <Modal opened onClose={onClose} title={t(`serverList.${asked}Title`, { count })}>
      <p className="text-quiet">
        {asked === 'kill' ? t('power.killText') : t('serverList.playersLeave', { count })}
      </p>
      <ul className={styles.names}>
        {reached.slice(0, visibleNames).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {count > visibleNames && <li>{t('serverList.andMore', { count: count - visibleNames })}</li>}
      </ul>
      <Group className={styles.choice} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
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
