// Update and reinstall of a game server: one that runs is stopped for it, and before anybody or anything is lost it asks.

import { Box, Button, Group, Modal, Stack } from '@mantine/core'
import type { GameServer, GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { type ReactNode, useState } from 'react'
import { powerIcons } from '../../parts/power/power-icons.ts'
import { fitsState } from '../../parts/power/power-rules.ts'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { SettingRow } from '../../ui/controls/section.tsx'

type FileAction = 'update' | 'reinstall'

export interface GameFilesViewProps {
  gameServer: Pick<GameServerDetail, 'name' | 'state' | 'node_online' | 'template_held'>
  /** Whether there is a way back. */
  safety: ReactNode
  /** Also stop and start it, for what cannot be done while it runs. */
  mayStop: boolean
  /** How many would be sent away by it. */
  playersOnline: number
  isBusy: boolean
  /** `isUp`: it must be stopped before. */
  onAct: (action: FileAction, isUp: boolean) => void
}

const upStates: readonly GameServer['state'][] = ['starting', 'running', 'paused']

export function GameFilesView(props: GameFilesViewProps) {
  const t = useTexts()
  const [asked, setAsked] = useState<FileAction | null>(null)
  const { gameServer, safety, mayStop, playersOnline, isBusy, onAct } = props
  const { name, state, node_online: isNodeOnline } = gameServer
  const isUp = isNodeOnline && upStates.includes(state)
  const isStopNeeded = isUp && mayStop
  const held = (action: FileAction) =>
    gameServer.template_held && action === 'update' ? ` ${t('server.templateHeld')}` : ''
  const row = (action: FileAction) => {
    const Icon = powerIcons[action]
    const canAct = isStopNeeded || fitsState(action, state, isNodeOnline)
    const obstacle = isUp ? 'server.stopFirst' : isNodeOnline ? 'overview.notYet' : 'overview.needsNode'
    return (
      <SettingRow
        isStacked
        title={t(`power.${action}`)}
        text={t(`server.${action}Text`) + held(action) + (canAct ? '' : ` ${t(obstacle)}`)}
        action={
          <Button
            variant={action === 'reinstall' ? 'light' : 'default'}
            color={action === 'reinstall' ? 'danger' : undefined}
            disabled={isBusy || !canAct}
            leftSection={<Icon size={17} stroke={1.9} />}
            onClick={() => (isStopNeeded || action === 'reinstall' ? setAsked(action) : onAct(action, false))}
          >
            {t(isStopNeeded ? `overview.${action}Stopped` : `power.${action}`)}
          </Button>
        }
      />
    )
  }
  const confirm = () => {
    if (asked) onAct(asked, isStopNeeded)
    setAsked(null)
  }
  return (
    <Panel title={t('server.gameFiles')}>
      {row('update')}
      {row('reinstall')}
      {safety && (
        <Box className="line-above" px={18} py={12}>
          {safety}
        </Box>
      )}
      <ReinstallDialog
        safety={safety}
        name={name}
        isOpen={asked === 'reinstall'}
        onClose={() => setAsked(null)}
        onConfirm={confirm}
      />
      <Modal
        opened={asked === 'update'}
        onClose={() => setAsked(null)}
        title={t('overview.updateTitle', { name })}
      >
        <p className="text-quiet">
          {t('overview.updateStops')}
          {playersOnline > 0 && ` ${t('power.ask.players', { count: playersOnline })}`}
        </p>
        <Group mt={20} gap={8} justify="flex-end">
          <Button variant="default" onClick={() => setAsked(null)}>
            {t('actions.cancel')}
          </Button>
          <Button data-autofocus onClick={confirm}>
            {t('overview.updateStopped')}
          </Button>
        </Group>
      </Modal>
    </Panel>
  )
}

interface ReinstallDialogProps {
  /** Whether there is a way back. */
  safety: ReactNode
  name: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

export function ReinstallDialog({ safety, name, isOpen, onClose, onConfirm }: ReinstallDialogProps) {
  const t = useTexts()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('server.reinstallTitle', { name })}>
      <Stack gap={12}>
        <p className="text-quiet">{t('server.reinstallWarning')}</p>
        {safety}
      </Stack>
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
