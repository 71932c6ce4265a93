// One game server as a card, with what one wants to see and do on the way.

import { Box, Group } from '@mantine/core'
import { memo } from 'react'
import { GameIcon } from '../../../parts/games/game-icon.tsx'
import { RowPower } from '../../../parts/power/row-power.tsx'
import { isMeasured, LiveUsage } from '../../../parts/usage/usage-figures.tsx'
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

interface GameServerCardProps extends RowProps {
  /** For a phone: less high, and what is touched is larger. */
  isCompact: boolean
}

export const GameServerCard = memo(function GameServerCard({ isCompact, ...props }: GameServerCardProps) {
  const { gameServer, abilities, isBusy, isSelected, pageHost, events } = props
  const isUp = isMeasured(gameServer)
  const hasUsage = abilities['game-server-metrics'] === true
  return (
    <article
      id={rowDomId(gameServer.id)}
      className={isCompact ? `panel ${styles.card} ${styles.compact}` : `panel ${styles.card}`}
      aria-label={gameServer.name}
      data-selected={isSelected || undefined}
    >
      <Group gap={10} wrap="nowrap" pr={8}>
        {/* A larger place to touch, without a larger box. */}
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the box inside has a name of its own. */}
        <label className={styles.tickArea}>
          <SelectBox {...props} />
        </label>
        <GameIcon template={gameServer.template} size={24} />
        <RowName gameServer={gameServer} events={events} className={`truncate ${styles.cardName}`} />
        <RowPlayers gameServer={gameServer} />
      </Group>
      <Group className={styles.stateCell} wrap="nowrap" mt={6} pr={8}>
        <StateAndReason gameServer={gameServer} />
        {hasUsage && isUp && (
          <Box ml="auto" flex="none">
            <LiveUsage gameServer={gameServer} isNamed />
          </Box>
        )}
      </Group>
      <Group className={`text-caption ${styles.below}`} wrap="nowrap" h={20} mt={5}>
        <span className="truncate" title={`${gameServer.template.name} · ${gameServer.node_name}`}>
          {gameServer.template.name} · {gameServer.node_name}
        </span>
        <Tags tags={gameServer.tags} onTag={events.onTag} />
      </Group>
      <Group gap={4} wrap="nowrap" justify="space-between" mt="auto">
        <RowAddress gameServer={gameServer} pageHost={pageHost} />
        <span className={styles.powerCell}>
          <RowPower
            gameServer={gameServer}
            abilities={abilities}
            isBusy={isBusy}
            card={isCompact ? 'compact' : 'wide'}
            onAct={action => events.onAct(gameServer, action)}
          />
          <ConsoleButton {...props} />
        </span>
      </Group>
    </article>
  )
})
