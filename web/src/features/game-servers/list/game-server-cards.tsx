// Game servers as cards, as many beside each other as fit, and only those that the window can show.

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { useInSight, useVirtualList } from '../../../ui/virtual-list/use-virtual-list.ts'
import { GameServerCard } from './game-server-card.tsx'
import styles from './game-servers.module.css'
import { type RowsProps, rowPace, useRowEvents } from './row-events.ts'
import { listMark } from './use-arranged.ts'

const heights = { card: 140, compact: 136 }
const gap = 12
const smallestWidth = 340

function useColumns(place: { current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const measure = () => {
      const width = place.current?.clientWidth ?? 0
      setColumns(Math.max(1, Math.floor((width + gap) / (smallestWidth + gap))))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    if (place.current) sizes.observe(place.current)
    return () => sizes.disconnect()
  }, [place])
  return columns
}

interface GameServerCardsProps extends RowsProps {
  /** What can be done with the selected ones. */
  head: ReactNode
  isNarrow: boolean
  coveredBelow: number
}

export function GameServerCards(props: GameServerCardsProps) {
  const { gameServers, abilitiesOf, busyId, pageHost, selected, activeId, head, coveredBelow, onInSight } =
    props
  const t = useTexts()
  const cardHeight = heights[props.isNarrow ? 'compact' : 'card']
  const body = useRef<HTMLDivElement>(null)
  const columns = useColumns(body)
  const events = useRowEvents(props)
  const { stretch, height } = useVirtualList({
    body,
    count: Math.ceil(gameServers.length / columns),
    rowHeight: cardHeight + gap,
    ...rowPace,
    coveredAbove: 56,
    coveredBelow,
  })
  const lines = Array.from({ length: stretch.end - stretch.first }, (_, at) => {
    const index = stretch.first + at
    return { index, cards: gameServers.slice(index * columns, (index + 1) * columns) }
  })
  useInSight(
    lines.flatMap(({ cards }) => cards.map(({ id }) => id)),
    onInSight,
  )
  return (
    <section aria-label={t('pages.servers')} {...listMark}>
      {head}
      <div ref={body} className={styles.cards} style={{ height }}>
        {lines.map(({ index, cards }) => (
          <div
            key={index}
            className={styles.cardLine}
            style={{
              height: cardHeight,
              top: index * (cardHeight + gap),
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {cards.map(gameServer => (
              <GameServerCard
                key={gameServer.id}
                gameServer={gameServer}
                abilities={abilitiesOf(gameServer.id)}
                isBusy={busyId === gameServer.id}
                isSelected={selected.has(gameServer.id)}
                isActive={activeId === gameServer.id}
                isCompact={props.isNarrow}
                pageHost={pageHost}
                events={events}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
