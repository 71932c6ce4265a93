// The question before a game server is killed.

import { Button, Group, Modal } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'

interface KillDialogProps {
  name: string
  onClose: () => void
  onConfirm: () => void
}

export function KillDialog({ name, onClose, onConfirm }: KillDialogProps) {
  const t = useTexts()
  return (
    <Modal opened onClose={onClose} title={t('power.killTitle', { name })}>
      <p className="text-quiet">{t('power.killText')}</p>
      <Group mt={20} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
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
