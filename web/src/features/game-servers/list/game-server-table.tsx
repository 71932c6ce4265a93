// The table of game servers: one dense row each, with its power buttons.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CopyableAddress } from '../../../ui/controls/copy-button.tsx'
import table from '../../../ui/controls/table.module.css'
import { PowerIcons } from '../../../ui/power/power-buttons.tsx'
import type { Abilities, PowerAction } from '../../../ui/power/power-rules.ts'
import { joinAddress } from '../../../ui/run-state/join-address.ts'
import { StatePill } from '../../../ui/run-state/state-pill.tsx'
import { useTexts } from '../../../ui/texts/texts.ts'
import { Span } from '../../../ui/time/live-time.tsx'
import { LiveUsage } from '../../../ui/usage/usage-figures.tsx'
import styles from './game-servers.module.css'
import type { Arrangement, SortKey } from './logic/arrange-game-servers.ts'

export interface GameServerRowsProps {
  gameServers: GameServer[]
  abilitiesOf: (gameServerId: number) => Abilities
  busyId: number | null
  pageHost: string
  onAct: (gameServer: GameServer, action: PowerAction) => void
}

interface GameServerTableProps extends GameServerRowsProps {
  arrangement: Arrangement
  onSort: (sort: SortKey) => void
}

function SortHead({
  sort,
  arrangement,
  onSort,
}: Pick<GameServerTableProps, 'arrangement' | 'onSort'> & { sort: SortKey }) {
  const t = useTexts()
  const isSorted = arrangement.sort === sort
  const Icon = arrangement.isDescending ? IconArrowDown : IconArrowUp
  return (
    <th aria-sort={isSorted ? (arrangement.isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={isSorted ? `${table.sort} ${table.sorted}` : table.sort}
        onClick={() => onSort(sort)}
      >
        {t(`servers.${sort}`)}
        {isSorted && <Icon size={13} aria-hidden />}
      </button>
    </th>
  )
}

export function GameServerTable({ arrangement, onSort, ...rows }: GameServerTableProps) {
  const t = useTexts()
  const head = { arrangement, onSort }
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <SortHead sort="name" {...head} />
            <SortHead sort="state" {...head} />
            <SortHead sort="since" {...head} />
            <th>{t('servers.usage')}</th>
            <SortHead sort="game" {...head} />
            <th>{t('servers.address')}</th>
            <SortHead sort="node" {...head} />
            <th aria-label={t('servers.power')} />
          </tr>
        </thead>
        <tbody>
          {rows.gameServers.map(gameServer => (
            <GameServerRow key={gameServer.id} gameServer={gameServer} {...rows} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function GameServerRow({
  gameServer,
  abilitiesOf,
  busyId,
  pageHost,
  onAct,
}: GameServerRowsProps & { gameServer: GameServer }) {
  return (
    <tr>
      <td className={table.grow}>
        <Link
          to="/servers/$serverId"
          params={{ serverId: String(gameServer.id) }}
          className={`${table.strong} ${styles.name}`}
        >
          {gameServer.name}
        </Link>
      </td>
      <td className={styles.stateCell} title={gameServer.state_reason ?? undefined}>
        <StatePill state={gameServer.state} isNodeOnline={gameServer.node_online} />
      </td>
      <td className={`${table.quiet} ${styles.sinceCell}`}>
        <Span from={gameServer.state_changed_at} />
      </td>
      <td>{abilitiesOf(gameServer.id)['game-server-metrics'] && <LiveUsage gameServer={gameServer} />}</td>
      <td className={table.quiet}>{gameServer.template.name}</td>
      <td>
        <CopyableAddress address={joinAddress(gameServer.ip, gameServer.port, pageHost)} />
      </td>
      <td className={table.quiet}>{gameServer.node_name}</td>
      <td className={table.right}>
        <PowerIcons
          gameServer={gameServer}
          abilities={abilitiesOf(gameServer.id)}
          isBusy={busyId === gameServer.id}
          onAct={action => onAct(gameServer, action)}
        />
      </td>
    </tr>
  )
}
