// The one line that stays of the head of a game server when it has been scrolled away: its state, its name, its main action.

import { Group } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { isAtRest, stateStyle, suspendedStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import tones from '../../ui/tone/tone.module.css'
import styles from './game-server.module.css'

/** What the header of the panel covers of the window. */
const coveredPx = 56

/** A head that sticks, as on a large window, is never away. */
export function useIsScrolledAway(head: RefObject<HTMLElement | null>): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    const element = head.current
    if (!element) return
    const watch = new IntersectionObserver(
      ([entry]) =>
        setIsAway(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0),
      { rootMargin: `-${coveredPx}px 0px 0px` },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [head])
  return isAway
}

interface CompactHeadProps {
  gameServer: Pick<GameServer, 'name' | 'state' | 'node_online' | 'suspended'>
  children: ReactNode
}

export function CompactHead({ gameServer, children }: CompactHeadProps) {
  const t = useTexts()
  const { name, state, node_online: isNodeOnline, suspended } = gameServer
  const isSuspended = suspended !== null && isNodeOnline && isAtRest(state)
  const { tone, Icon } = isSuspended ? suspendedStyle : stateStyle(state, isNodeOnline)
  const shown = isSuspended ? 'suspended' : isNodeOnline ? state : 'away'
  return (
    <Group className={styles.compact} gap={10} wrap="nowrap">
      <span className={`${tones[tone]} ${styles.compactState}`}>
        <Icon size={16} aria-hidden />
        <span className="visually-hidden">{t(`states.${shown}`)}</span>
      </span>
      <button
        type="button"
        className={`text-name truncate ${styles.compactName}`}
        title={name}
        onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
      >
        {name}
      </button>
      {children}
    </Group>
  )
}
