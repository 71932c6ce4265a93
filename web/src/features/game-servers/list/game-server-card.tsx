// One game server as a card, with what one wants to see and do on the way.

import { memo } from 'react'
import { PowerIcons } from '../../../parts/power/power-buttons.tsx'
import { LiveUsage } from '../../../parts/usage/usage-figures.tsx'
import styles from './game-servers.module.css'
import {
  ConsoleButton,
  RowAddress,
  RowName,
  RowPlayers,
  SelectBox,
  StateAndReason,
  Tags,
} from './row-cells.tsx'
import { type RowProps, rowDomId } from './row-events.ts'

export const GameServerCard = memo(function GameServerCard(props: RowProps) {
  const { gameServer, abilities, isBusy, isSelected, pageHost, events } = props
  return (
    <article
      id={rowDomId(gameServer.id)}
      className={styles.card}
      aria-label={gameServer.name}
      data-selected={isSelected || undefined}
    >
      <div className={styles.cardHead}>
        <SelectBox {...props} />
        <RowName gameServer={gameServer} events={events} className={styles.cardName} />
        <RowPlayers gameServer={gameServer} />
      </div>
      <div className={styles.cardState}>
        <StateAndReason gameServer={gameServer} />
      </div>
      <div className={`text-caption ${styles.cardFacts}`}>
        <span className={styles.game}>
          {gameServer.template.name} · {gameServer.node_name}
        </span>
        <Tags tags={gameServer.tags} onTag={events.onTag} />
      </div>
      <div className={styles.cardUsage}>
        {abilities['game-server-metrics'] && <LiveUsage gameServer={gameServer} hasHistory />}
      </div>
      <div className={styles.cardFoot}>
        <RowAddress gameServer={gameServer} pageHost={pageHost} />
        <span className={styles.powerCell}>
          <PowerIcons
            gameServer={gameServer}
            abilities={abilities}
            isBusy={isBusy}
            onAct={action => events.onAct(gameServer, action)}
          />
          <ConsoleButton {...props} />
        </span>
      </div>
    </article>
  )
})
