// The question before a game server is killed.

import { Button, Group, Modal } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useTexts } from '../../texts/texts.ts'
import { PlayersOnlineNote } from '../usage/players-online-note.tsx'

interface KillDialogProps {
  gameServer: Pick<GameServer, 'id' | 'name'>
  onClose: () => void
  onConfirm: () => void
}

export function KillDialog({ gameServer, onClose, onConfirm }: KillDialogProps) {
  const t = useTexts()
  return (
    <Modal opened onClose={onClose} title={t('power.killTitle', { name: gameServer.name })}>
      <p className="text-quiet">{t('power.killText')}</p>
      <PlayersOnlineNote gameServerIds={[gameServer.id]} />
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
