// The power buttons of a game server: small ones for a row, labelled ones for its page.

import { Button } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import styles from './power-buttons.module.css'
import { powerIcons } from './power-icons.ts'
import {
  type Abilities,
  administratorAbilities,
  fitsState,
  type PowerAction,
  permittedActions,
} from './power-rules.ts'

/** Dialogs are in no page that is seen first. */
const KillDialog = lazy(async () => ({ default: (await import('./kill-dialog.tsx')).KillDialog }))

export interface PowerButtonsProps {
  gameServer: Pick<GameServer, 'name' | 'state' | 'node_online'>
  abilities: Abilities
  isBusy?: boolean
  /** What the person may do is not known yet: the place is reserved, and nothing in it can be pressed. */
  isLoading?: boolean
  onAct: (action: PowerAction) => void
}

const needsInstall = (state: GameServer['state']) => state === 'not_installed' || state === 'install_failed'

/** Update and reinstall have a place of their own on the overview. */
const neverInRow: readonly PowerAction[] = ['update', 'reinstall']

/** Install takes the place of start, and resume that of pause: so the row never changes its width. */
function visibleActions({ gameServer, abilities }: PowerButtonsProps, without: readonly PowerAction[]) {
  const hidden: PowerAction[] = [
    needsInstall(gameServer.state) ? 'start' : 'install',
    gameServer.state === 'paused' ? 'pause' : 'resume',
    ...neverInRow,
    ...without,
  ]
  return permittedActions(abilities).filter(action => !hidden.includes(action))
}

/** On a phone these share one place: the others stay where they are, whatever the state. */
const sharesPlace: readonly PowerAction[] = ['install', 'start', 'stop']

/** Which of those that share a place is hidden on a phone: the first of the others, where none fits. */
function hiddenOnPhone(visible: readonly PowerAction[], canDo: (action: PowerAction) => boolean) {
  const sharing = visible.filter(action => sharesPlace.includes(action))
  const front = sharing.find(canDo) ?? sharing[0]
  return sharing.filter(action => action !== front)
}

interface PowerIconsProps extends PowerButtonsProps {
  /** Where there is little room: the one that fits of start, stop and their like, and restart. */
  isCompact?: boolean
}

function actionsInRow(props: PowerIconsProps): readonly PowerAction[] {
  const { gameServer, isCompact } = props
  const visible = visibleActions(props, ['kill'])
  if (!isCompact) return visible
  const sharing = visible.filter(action => action !== 'restart' && action !== 'pause')
  const canDo = (action: PowerAction) => fitsState(action, gameServer.state, gameServer.node_online)
  const front = sharing.find(canDo) ?? sharing[0]
  return visible.filter(action => action === front || action === 'restart')
}

/** Plain buttons: a list makes hundreds of them while it is scrolled. */
export function PowerIcons(props: PowerIconsProps) {
  const t = useTexts()
  const { gameServer, isBusy, onAct } = props
  return (
    <span className={styles.row}>
      {actionsInRow(props).map(action => {
        const Icon = powerIcons[action]
        const canAct = fitsState(action, gameServer.state, gameServer.node_online)
        const isNext = canAct && (action === 'start' || action === 'install' || action === 'resume')
        return (
          <button
            key={action}
            type="button"
            disabled={!canAct || isBusy}
            className={isNext ? `${styles.icon} ${styles.next}` : styles.icon}
            title={t(`power.${action}`)}
            aria-label={t(`power.${action}Named`, { name: gameServer.name })}
            onClick={() => onAct(action)}
          >
            <Icon size={17} stroke={1.8} />
          </button>
        )
      })}
    </span>
  )
}

export function PowerButtons(props: PowerButtonsProps) {
  const t = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const { gameServer, isBusy, isLoading = false, onAct } = props
  const canDo = (action: PowerAction) => fitsState(action, gameServer.state, gameServer.node_online)
  const visible = visibleActions(isLoading ? { ...props, abilities: administratorAbilities } : props, [])
  const hidden = hiddenOnPhone(visible, canDo)
  // What helps then is in the card that says why it failed.
  const hasFailed = gameServer.state === 'crashed' || gameServer.state === 'install_failed'
  return (
    <span
      className={styles.page}
      data-many={visible.length - hidden.length > 2 || undefined}
      data-loading={isLoading || undefined}
    >
      {visible.map(action => {
        const Icon = powerIcons[action]
        const canAct = canDo(action)
        const isNext =
          canAct && !hasFailed && (action === 'start' || action === 'install' || action === 'resume')
        const isKill = action === 'kill'
        return (
          <Button
            key={action}
            variant={isNext ? 'filled' : isKill ? 'subtle' : 'default'}
            color={isKill ? 'danger' : undefined}
            disabled={!canAct || isBusy}
            data-hidden-on-phone={hidden.includes(action) || undefined}
            classNames={{
              root: styles.button,
              inner: styles.inner,
              section: styles.section,
              label: styles.label,
            }}
            leftSection={<Icon size={17} stroke={1.9} />}
            onClick={() => (isKill ? setIsAsking(true) : onAct(action))}
          >
            {t(`power.${action}`)}
          </Button>
        )
      })}
      {isAsking && (
        <Suspense fallback={null}>
          <KillDialog
            name={gameServer.name}
            onClose={() => setIsAsking(false)}
            onConfirm={() => {
              setIsAsking(false)
              onAct('kill')
            }}
          />
        </Suspense>
      )}
    </span>
  )
}
