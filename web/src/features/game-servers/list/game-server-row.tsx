// One row of the table, 44 px high; drawn anew only when one of its own values changes.

import { memo } from 'react'
import { GameIcon } from '../../../parts/games/game-icon.tsx'
import { RowPower } from '../../../parts/power/row-power.tsx'
import { isMeasured, LiveUsage } from '../../../parts/usage/usage-figures.tsx'
import table from '../../../ui/controls/table.module.css'
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

interface GameServerRowProps extends RowProps {
  index: number
  top: number
}

export const GameServerRow = memo(function GameServerRow({ index, top, ...props }: GameServerRowProps) {
  const { gameServer, abilities, isBusy, isSelected, isActive, pageHost, events } = props
  const isUp = isMeasured(gameServer)
  return (
    <tr
      id={rowDomId(gameServer.id)}
      className={styles.row}
      style={{ top }}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={isActive || undefined}
      onPointerDown={() => events.onActive(gameServer.id)}
    >
      <td className={styles.boxCell}>
        <SelectBox {...props} />
      </td>
      <td className={styles.nameCell}>
        <GameIcon template={gameServer.template} size={26} />
        <RowName gameServer={gameServer} events={events} className={`truncate ${table.strong}`} />
        <span className={`text-caption ${styles.below}`}>
          <span className="truncate" title={`${gameServer.template.name} · ${gameServer.node_name}`}>
            {gameServer.template.name}
            <span className={styles.nodeBelow}> · {gameServer.node_name}</span>
          </span>
          <Tags tags={gameServer.tags} onTag={events.onTag} />
        </span>
      </td>
      {/* What does not run has no figures: its reason takes their place. */}
      <td className={styles.stateCell} colSpan={isUp ? undefined : 3}>
        <StateAndReason gameServer={gameServer} />
      </td>
      {isUp && (
        <>
          <td>
            <RowPlayers gameServer={gameServer} />
          </td>
          <td className={styles.usageCell}>
            {abilities['game-server-metrics'] && <LiveUsage gameServer={gameServer} hasHistory />}
          </td>
        </>
      )}
      <td>
        <RowAddress gameServer={gameServer} pageHost={pageHost} />
      </td>
      <td className={`text-quiet truncate ${styles.nodeCell}`} title={gameServer.node_name}>
        {gameServer.node_name}
      </td>
      <td className={styles.powerCell}>
        <RowPower
          gameServer={gameServer}
          abilities={abilities}
          isBusy={isBusy}
          onAct={action => events.onAct(gameServer, action)}
        />
        <ConsoleButton {...props} />
      </td>
    </tr>
  )
})
