// The power buttons of a game server on its page.

import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import styles from './power-buttons.module.css'
import { type PowerButtonsProps, useAskedAction } from './power-buttons.tsx'
import { preloadQuestionOf } from './power-dialogs.ts'
import { powerIcons } from './power-icons.ts'
import {
  actionsOnPage,
  administratorAbilities,
  type InstallRetry,
  mainAction,
  type Obstacle,
  obstacleTo,
  type PowerAction,
} from './power-rules.ts'

const notNow = (t: TextOf, obstacle: Obstacle) => t('power.notNow', { state: t(`states.${obstacle}`) })

export interface PagePowerProps extends PowerButtonsProps {
  /** What was pressed and is being asked or sent. */
  busyAction?: PowerAction | null
  /** Where the last installation failed: what a new try does. */
  retry?: InstallRetry | null
  /** The tab below them has the new try of a failed installation on its card. */
  isRetryBelow?: boolean
  /** The tab below them has a next step of its own: to start is one choice among others. */
  isBesideNextStep?: boolean
}

/** On a phone only the main action: the menu of the server has the others. */
export function PowerButtons(props: PagePowerProps) {
  const t = useTexts()
  const { gameServer, abilities, isBusy, busyAction = null, isLoading = false, retry = null, onAct } = props
  const { isBesideNextStep = false, isRetryBelow = false } = props
  const { state, node_online: isNodeOnline } = gameServer
  const asked = useAskedAction(gameServer, onAct)
  const offered = actionsOnPage(state, isNodeOnline, isLoading ? administratorAbilities : abilities)
  const isBelow = (action: PowerAction) => isRetryBelow && retry !== null && action === 'install'
  const visible = offered.filter(action => !isBelow(action))
  const main = mainAction(visible, state, isNodeOnline)
  // What helps where it failed is in the card that says why.
  const hasFailed = state === 'crashed' || state === 'install_failed'
  const isQuiet = hasFailed || isBesideNextStep
  return (
    <span className={styles.page} data-loading={isLoading || undefined}>
      {visible.map(action => {
        const isRetry = action === 'install' && retry !== null
        const Icon = isRetry ? IconRefresh : powerIcons[action]
        const obstacle = obstacleTo(action, state, isNodeOnline)
        const canAct = obstacle === null
        const isNext =
          canAct && !isQuiet && (action === 'start' || action === 'install' || action === 'resume')
        const isKill = action === 'kill'
        return (
          <Button
            key={action}
            variant={isNext ? 'filled' : isKill ? 'subtle' : 'default'}
            color={isKill ? 'danger' : undefined}
            loading={action === busyAction}
            disabled={!canAct || isBusy}
            title={obstacle ? notNow(t, obstacle) : undefined}
            className={styles.button}
            data-main={action === main || undefined}
            leftSection={<Icon size={17} stroke={1.9} />}
            onPointerEnter={() => preloadQuestionOf(action)}
            onFocus={() => preloadQuestionOf(action)}
            onClick={() => asked.act(action)}
          >
            {isRetry ? t(retry.start ? 'power.retryAndStart' : 'power.retry') : t(`power.${action}`)}
          </Button>
        )
      })}
      {asked.question}
    </span>
  )
}
