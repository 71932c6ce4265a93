// One game server as a card, with what one wants to see and do on the way.

import { Box, Group } from '@mantine/core'
import { memo } from 'react'
import { Emblem } from '../../../parts/games/emblem.tsx'
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
      className={`panel ${styles.card}`}
      aria-label={gameServer.name}
      data-selected={isSelected || undefined}
    >
      <Group gap={10} wrap="nowrap" pr={8}>
        <SelectBox {...props} />
        <Emblem template={gameServer.template} size={24} />
        <RowName gameServer={gameServer} events={events} className={`truncate ${styles.cardName}`} />
        <RowPlayers gameServer={gameServer} />
      </Group>
      <Group className={styles.stateCell} wrap="nowrap" mt={6} pr={8}>
        <StateAndReason gameServer={gameServer} />
      </Group>
      <Group className={`text-caption ${styles.below}`} wrap="nowrap" h={20} mt={5}>
        <span className="truncate">
          {gameServer.template.name} · {gameServer.node_name}
        </span>
        <Tags tags={gameServer.tags} onTag={events.onTag} />
      </Group>
      <Box flex={1} mt={8}>
        {abilities['game-server-metrics'] && <LiveUsage gameServer={gameServer} hasHistory />}
      </Box>
      <Group gap={8} wrap="nowrap" justify="space-between">
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
      </Group>
    </article>
  )
})
