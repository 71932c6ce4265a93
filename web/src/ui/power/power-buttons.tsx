// The power buttons of a game server: small ones for a row, labelled ones for its page.

import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import {
  IconBolt,
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRotateClockwise,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../texts/texts.ts'
import { KillDialog } from './kill-dialog.tsx'
import styles from './power-buttons.module.css'
import { type Abilities, fitsState, type PowerAction, permittedActions } from './power-rules.ts'

const icons: Record<PowerAction, TablerIcon> = {
  install: IconDownload,
  start: IconPlayerPlay,
  stop: IconPlayerStop,
  restart: IconRotateClockwise,
  pause: IconPlayerPause,
  resume: IconPlayerTrackNext,
  kill: IconBolt,
}

export interface PowerButtonsProps {
  gameServer: Pick<GameServer, 'name' | 'state' | 'node_online'>
  abilities: Abilities
  isBusy?: boolean
  onAct: (action: PowerAction) => void
}

const needsInstall = (state: GameServer['state']) => state === 'not_installed' || state === 'install_failed'

/** Install takes the place of start, and resume that of pause: so the row never changes its width. */
function shownActions({ gameServer, abilities }: PowerButtonsProps, without: readonly PowerAction[]) {
  const hidden: PowerAction[] = [
    needsInstall(gameServer.state) ? 'start' : 'install',
    gameServer.state === 'paused' ? 'pause' : 'resume',
    ...without,
  ]
  return permittedActions(abilities).filter(action => !hidden.includes(action))
}

export function PowerIcons(props: PowerButtonsProps) {
  const t = useTexts()
  const { gameServer, isBusy, onAct } = props
  return (
    <span className={styles.row}>
      {shownActions(props, ['kill']).map(action => {
        const Icon = icons[action]
        const canAct = fitsState(action, gameServer.state, gameServer.node_online)
        return (
          <Tooltip key={action} label={t(`power.${action}`)} disabled={!canAct}>
            <ActionIcon
              disabled={!canAct || isBusy}
              className={
                canAct && (action === 'start' || action === 'install' || action === 'resume')
                  ? styles.next
                  : undefined
              }
              aria-label={t(`power.${action}Named`, { name: gameServer.name })}
              onClick={() => onAct(action)}
            >
              <Icon size={17} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </span>
  )
}

export function PowerButtons(props: PowerButtonsProps) {
  const t = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const { gameServer, isBusy, onAct } = props
  return (
    <span className={styles.page}>
      {shownActions(props, []).map(action => {
        const Icon = icons[action]
        const canAct = fitsState(action, gameServer.state, gameServer.node_online)
        const isNext = canAct && (action === 'start' || action === 'install' || action === 'resume')
        const isKill = action === 'kill'
        return (
          <Button
            key={action}
            variant={isNext ? 'filled' : isKill ? 'subtle' : 'default'}
            color={isKill ? 'danger' : undefined}
            disabled={!canAct || isBusy}
            leftSection={<Icon size={17} stroke={1.9} />}
            onClick={() => (isKill ? setIsAsking(true) : onAct(action))}
          >
            {t(`power.${action}`)}
          </Button>
        )
      })}
      <KillDialog
        name={gameServer.name}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onAct('kill')
        }}
      />
    </span>
  )
}
