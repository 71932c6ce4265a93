// Asks before a game server is killed, and says what is lost.

import { Button, Modal } from '@mantine/core'
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
      <p className={styles.warning}>{t('power.killText')}</p>
      <div className={styles.choice}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" onClick={onConfirm}>
          {t('power.killConfirm')}
        </Button>
      </div>
    </Modal>
  )
}
