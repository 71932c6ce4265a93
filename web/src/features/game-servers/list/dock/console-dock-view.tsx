// Consoles of several game servers below the list: a tab each, one of them in front, as high as the person likes.

import { CloseButton, Group, Stack } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { IconTerminal2 } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { stateStyle } from '../../../../parts/run-state/state-style.ts'
import { useTexts } from '../../../../texts/texts.ts'
import tones from '../../../../ui/tone/tone.module.css'
import styles from './dock.module.css'

export interface ConsoleDockViewProps {
  gameServers: readonly GameServer[]
  frontId: number | null
  height: number
  /** The console itself; made when its tab is opened, unmade when it is closed. */
  showConsole: (gameServer: GameServer, isInFront: boolean) => ReactNode
  onFront: (id: number) => void
  onClose: (id: number) => void
  onCloseAll: () => void
  onHeight: (height: number) => void
}

const keySteps: Record<string, number> = { ArrowUp: 24, ArrowDown: -24, PageUp: 120, PageDown: -120 }

/** The edge that is dragged; arrow keys move it too. */
function Edge({ height, onHeight }: Pick<ConsoleDockViewProps, 'height' | 'onHeight'>) {
  const t = useTexts()
  const grip = useRef<{ y: number; height: number } | null>(null)
  const onMove = (event: PointerEvent) => {
    if (grip.current) onHeight(grip.current.height + grip.current.y - event.clientY)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    onHeight(height + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is dragged is no rule between texts.
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('serverList.dockHeight')}
      aria-valuenow={height}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        grip.current = { y: event.clientY, height }
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        grip.current = null
      }}
      onPointerCancel={() => {
        grip.current = null
      }}
      onKeyDown={onKey}
    />
  )
}

function Tabs({ gameServers, frontId, onFront, onClose, onCloseAll }: ConsoleDockViewProps) {
  const t = useTexts()
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const at = gameServers.findIndex(({ id }) => id === frontId)
    const next = gameServers[(at + by + gameServers.length) % gameServers.length]
    if (by === 0 || !next) return
    event.preventDefault()
    onFront(next.id)
    document.getElementById(`docked-tab-${next.id}`)?.focus()
  }
  return (
    <Group
      className="line-below"
      gap={10}
      wrap="nowrap"
      flex="none"
      h={40}
      pl={16}
      pr={12}
      bg="var(--surface-panel)"
    >
      <IconTerminal2 size={16} color="var(--text-faint)" aria-hidden />
      <Group
        role="tablist"
        aria-label={t('serverList.consoles')}
        className="scroll-x"
        flex={1}
        h="100%"
        gap={2}
        align="stretch"
        wrap="nowrap"
        onKeyDown={step}
      >
        {gameServers.map(({ id, name, state, node_online }) => {
          const status = stateStyle(state, node_online)
          return (
            <Group
              key={id}
              role="presentation"
              className={styles.tab}
              gap={2}
              wrap="nowrap"
              data-front={id === frontId || undefined}
            >
              <button
                type="button"
                role="tab"
                id={`docked-tab-${id}`}
                aria-selected={id === frontId}
                aria-controls={`docked-${id}`}
                tabIndex={id === frontId ? 0 : -1}
                className={`${styles.tabName}`}
                onClick={() => onFront(id)}
              >
                <status.Icon size={12} className={tones[status.tone]} color="var(--tone)" aria-hidden />
                <span className="truncate">{name}</span>
              </button>
              <CloseButton
                size="xs"
                tabIndex={id === frontId ? 0 : -1}
                aria-label={t('serverList.closeConsole', { name })}
                onClick={() => onClose(id)}
              />
            </Group>
          )
        })}
      </Group>
      <button type="button" className={`row-button text-caption ${styles.closeAll}`} onClick={onCloseAll}>
        {t('serverList.closeConsoles')}
      </button>
    </Group>
  )
}

export function ConsoleDockView(props: ConsoleDockViewProps) {
  const { gameServers, frontId, height, showConsole, onHeight } = props
  const t = useTexts()
  return (
    <Stack
      component="section"
      className={styles.dock}
      gap={0}
      style={{ height }}
      aria-label={t('serverList.consoles')}
    >
      <Edge height={height} onHeight={onHeight} />
      <Tabs {...props} />
      <div className={styles.panes}>
        {gameServers.map(gameServer => {
          const isInFront = gameServer.id === frontId
          return (
            <div
              key={gameServer.id}
              id={`docked-${gameServer.id}`}
              role="tabpanel"
              aria-labelledby={`docked-tab-${gameServer.id}`}
              className={styles.pane}
              // Kept at its size: a terminal that is hidden otherwise would break its lines anew.
              data-behind={!isInFront || undefined}
              inert={!isInFront}
            >
              {showConsole(gameServer, isInFront)}
            </div>
          )
        })}
      </div>
    </Stack>
  )
}
