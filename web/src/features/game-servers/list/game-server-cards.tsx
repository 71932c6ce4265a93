// Game servers as cards, as many beside each other as fit, and only those that the window can show.

import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { useInSight, useVirtualList } from '../../../ui/virtual-list/use-virtual-list.ts'
import { GameServerCard } from './game-server-card.tsx'
import styles from './game-servers.module.css'
import { countHeadings, countLines, lineAt } from './logic/owned-apart.ts'
import { headingHeight, headingTexts, type RowsProps, rowPace, useRowEvents } from './row-events.ts'
import { listMark } from './use-arranged.ts'

const heights = { card: 140, compact: 136 }
const gap = 12
const smallestWidth = 340
/** Of a line that is gone, until the list is measured anew. */
const nothing = { first: 0, end: 0, heading: null, headings: 0 }

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
  const {
    gameServers,
    groups,
    abilitiesOf,
    busyId,
    pageHost,
    selected,
    activeId,
    head,
    coveredBelow,
    onInSight,
  } = props
  const t = useTexts()
  const cardHeight = heights[props.isNarrow ? 'compact' : 'card']
  const body = useRef<HTMLDivElement>(null)
  const columns = useColumns(body)
  const events = useRowEvents(props)
  const { stretch, height } = useVirtualList({
    body,
    count: countLines(groups, columns),
    rowHeight: cardHeight + gap,
    ...rowPace,
    coveredAbove: 56,
    coveredBelow,
  })
  const lines = Array.from({ length: stretch.end - stretch.first }, (_, at) => {
    const index = stretch.first + at
    const { first, end, heading, headings } = lineAt(groups, index, columns) ?? nothing
    const top = index * (cardHeight + gap) + headings * headingHeight
    return { index, top, heading, cards: gameServers.slice(first, end) }
  })
  useInSight(
    lines.flatMap(({ cards }) => cards.map(({ id }) => id)),
    onInSight,
  )
  return (
    <section aria-label={t('pages.servers')} {...listMark}>
      {head}
      <div
        ref={body}
        className={styles.cards}
        style={{ height: height + countHeadings(groups) * headingHeight }}
      >
        {lines.map(({ index, top, heading, cards }) => (
          <Fragment key={index}>
            {heading && (
              <h2 className={styles.heading} style={{ top: top - headingHeight }}>
                {t(headingTexts[heading])}
              </h2>
            )}
            <div
              className={styles.cardLine}
              style={{
                height: cardHeight,
                top,
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
          </Fragment>
        ))}
      </div>
    </section>
  )
}
