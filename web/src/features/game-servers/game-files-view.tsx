// Update and reinstall of a game server; before its folder is emptied, it asks.

import { Button, Group, Modal } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { useState } from 'react'
import { powerIcons } from '../../parts/power/power-icons.ts'
import { fitsState } from '../../parts/power/power-rules.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { SettingRow } from '../../ui/controls/section.tsx'

export interface GameFilesViewProps {
  gameServer: Pick<GameServer, 'name' | 'state' | 'node_online'>
  isBusy: boolean
  onAct: (action: 'update' | 'reinstall') => void
}

const isUp = (state: GameServer['state']) =>
  state === 'starting' || state === 'running' || state === 'paused' || state === 'stopping'

export function GameFilesView({ gameServer, isBusy, onAct }: GameFilesViewProps) {
  const t = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const { name, state, node_online: isNodeOnline } = gameServer
  const hint = isNodeOnline && isUp(state) ? ` ${t('server.stopFirst')}` : ''
  const row = (action: 'update' | 'reinstall', onClick: () => void) => {
    const Icon = powerIcons[action]
    return (
      <SettingRow
        title={t(`power.${action}`)}
        text={t(`server.${action}Text`) + hint}
        action={
          <Button
            variant={action === 'reinstall' ? 'light' : 'default'}
            color={action === 'reinstall' ? 'danger' : undefined}
            disabled={isBusy || !fitsState(action, state, isNodeOnline)}
            leftSection={<Icon size={17} stroke={1.9} />}
            onClick={onClick}
          >
            {t(`power.${action}`)}
          </Button>
        }
      />
    )
  }
  return (
    <Panel title={t('server.gameFiles')}>
      {row('update', () => onAct('update'))}
      {row('reinstall', () => setIsAsking(true))}
      <ReinstallDialog
        name={name}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onAct('reinstall')
        }}
      />
    </Panel>
  )
}

interface ReinstallDialogProps {
  name: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

export function ReinstallDialog({ name, isOpen, onClose, onConfirm }: ReinstallDialogProps) {
  const t = useTexts()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('server.reinstallTitle', { name })}>
      <p className="text-quiet">{t('server.reinstallWarning')}</p>
      <Group mt={20} gap={8} justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" onClick={onConfirm}>
          {t('server.reinstallConfirm')}
        </Button>
      </Group>
    </Modal>
  )
}
