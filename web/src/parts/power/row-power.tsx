// The power buttons in a row of the list: only what can be done now, each in a place of its own, the rest in a menu.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import styles from './power-buttons.module.css'
import { type PowerButtonsProps, useAskedAction } from './power-buttons.tsx'
import { powerIcons } from './power-icons.ts'
import { type PowerAction, rowPower, withoutRunning } from './power-rules.ts'

const RowPowerMenu = lazy(async () => ({ default: (await import('./row-power-menu.tsx')).RowPowerMenu }))

interface RowPowerProps extends PowerButtonsProps {
  gameServer: PowerButtonsProps['gameServer'] & Pick<GameServer, 'suspended'>
  /** On a card nothing is above or below: the main action comes last, and no place is kept for what cannot be done. */
  card?: 'wide' | 'compact' | undefined
}

/** Plain buttons: a list makes hundreds of them while it is scrolled. */
export function RowPower({ gameServer, abilities, isBusy, card, onAct }: RowPowerProps) {
  const { name, state, node_online, suspended } = gameServer
  const usable = suspended ? withoutRunning(abilities) : abilities
  const { up, stop, restart, more } = rowPower(state, usable, node_online)
  const asked = useAskedAction(gameServer, onAct)
  const place = { name, isBusy: isBusy === true, onAct: asked.act }
  if (card) {
    const besides = up && card === 'wide' ? stop : null
    return (
      <span className={styles.row}>
        {card === 'wide' && more.length > 0 && <More {...place} actions={more} />}
        {[restart, besides, up ?? stop].map(
          action => action && <PlaceFor key={action} {...place} action={action} />,
        )}
        {asked.question}
      </span>
    )
  }
  return (
    <span className={styles.row}>
      <PlaceFor {...place} action={up} />
      <PlaceFor {...place} action={stop} />
      <PlaceFor {...place} action={restart} />
      <More {...place} actions={more} />
      {asked.question}
    </span>
  )
}

interface PlaceForProps {
  action: PowerAction | null
  name: string
  isBusy: boolean
  onAct: (action: PowerAction) => void
}

function PlaceFor({ action, name, isBusy, onAct }: PlaceForProps) {
  const t = useTexts()
  if (action === null) return <span className={styles.icon} />
  const Icon = powerIcons[action]
  const isNext = action === 'start' || action === 'install' || action === 'resume'
  return (
    <button
      type="button"
      disabled={isBusy}
      className={isNext ? `${styles.icon} ${styles.next}` : styles.icon}
      title={t(`power.${action}`)}
      aria-label={t(`power.${action}Named`, { name })}
      onClick={() => onAct(action)}
    >
      <Icon size={17} stroke={1.8} />
    </button>
  )
}

/** The menu is fetched when somebody asks for it. */
function More({ name, actions, isBusy, onAct }: Omit<PlaceForProps, 'action'> & { actions: PowerAction[] }) {
  const t = useTexts()
  const [anchor, setAnchor] = useState<DOMRect | null>(null)
  if (actions.length === 0) return <span className={styles.icon} />
  return (
    <>
      <button
        type="button"
        disabled={isBusy}
        className={styles.icon}
        title={t('serverList.morePower')}
        aria-label={t('serverList.morePowerNamed', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget.getBoundingClientRect())}
      >
        <IconDots size={17} stroke={1.8} />
      </button>
      {anchor && (
        <Suspense fallback={null}>
          <RowPowerMenu anchor={anchor} actions={actions} onAct={onAct} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
