// Asks before a game server is killed, and says what is lost.

import { Button, Group, Modal } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import styles from './power-buttons.module.css'

interface KillDialogProps {
  name: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

export function KillDialog({ name, isOpen, onClose, onConfirm }: KillDialogProps) {
  const t = useTexts()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('power.killTitle', { name })}>
      <p className="text-quiet">{t('power.killText')}</p>
      <Group className={styles.choice} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" onClick={onConfirm}>
          {t('power.killConfirm')}
        </Button>
      </Group>
    </Modal>
  )
}
