// The table of game servers: heads that stay in sight, and as many rows as the window can show.

import { Fragment, type KeyboardEventHandler, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { useInSight, useVirtualList } from '../../../ui/virtual-list/use-virtual-list.ts'
import { GameServerRow } from './game-server-row.tsx'
import styles from './game-servers.module.css'
import { countHeadings, lineAt } from './logic/owned-apart.ts'
import { headingHeight, headingTexts, type RowsProps, rowDomId, rowPace, useRowEvents } from './row-events.ts'

const rowHeight = 44
/** The header of the page, and the heads of the columns below it. */
const coveredAbove = 56 + 40

interface GameServerRowsProps extends RowsProps {
  head: ReactNode
  coveredBelow: number
  grid: Ref<HTMLTableElement>
  onKeyDown: KeyboardEventHandler<HTMLElement>
}

export function GameServerRows(props: GameServerRowsProps) {
  const { gameServers, groups, abilitiesOf, busyId, pageHost, selected, activeId, head, onInSight } = props
  const t = useTexts()
  const body = useRef<HTMLTableSectionElement>(null)
  const events = useRowEvents(props)
  const headings = countHeadings(groups)
  const { stretch, height, bringIntoSight } = useVirtualList({
    body,
    count: gameServers.length,
    rowHeight,
    ...rowPace,
    coveredAbove,
    // Rows stand lower by the headings above them.
    coveredBelow: props.coveredBelow + headings * headingHeight,
  })
  const rows = gameServers.slice(stretch.first, stretch.end)
  useInSight(
    rows.map(({ id }) => id),
    onInSight,
  )
  const activeAt = activeId === null ? -1 : gameServers.findIndex(({ id }) => id === activeId)
  const latest = useRef({ activeAt, bringIntoSight })
  latest.current = { activeAt, bringIntoSight }
  useEffect(() => {
    if (activeId !== null && latest.current.activeAt >= 0)
      latest.current.bringIntoSight(latest.current.activeAt)
  }, [activeId])

  return (
    <table
      ref={props.grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are moved through and selected is a grid.
      role="grid"
      className={styles.grid}
      aria-label={t('pages.servers')}
      aria-rowcount={gameServers.length + headings + 1}
      aria-multiselectable
      aria-activedescendant={activeAt >= 0 ? rowDomId(activeId ?? 0) : undefined}
      tabIndex={0}
      onKeyDown={props.onKeyDown}
    >
      {head}
      <tbody ref={body} className={styles.rows} style={{ height: height + headings * headingHeight }}>
        {rows.map((gameServer, at) => {
          const index = stretch.first + at
          const line = lineAt(groups, index)
          const above = line?.headings ?? 0
          const top = index * rowHeight + above * headingHeight
          return (
            <Fragment key={gameServer.id}>
              {line?.heading && (
                <tr
                  className={styles.heading}
                  style={{ top: top - headingHeight }}
                  aria-rowindex={index + above + 1}
                >
                  <th scope="rowgroup">{t(headingTexts[line.heading])}</th>
                </tr>
              )}
              <GameServerRow
                index={index + above}
                top={top}
                gameServer={gameServer}
                abilities={abilitiesOf(gameServer.id)}
                isBusy={busyId === gameServer.id}
                isSelected={selected.has(gameServer.id)}
                isActive={activeId === gameServer.id}
                pageHost={pageHost}
                events={events}
              />
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
