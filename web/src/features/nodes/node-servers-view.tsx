// The game servers on a node: what each is, who plays, what it uses, and the ports that it has taken.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { NodePort } from '@rookery/contracts/http/nodes.ts'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { GameIcon } from '../../parts/games/game-icon.tsx'
import { reasonText } from '../../parts/reasons/reason-rules.ts'
import { StatePill } from '../../parts/run-state/state-pill.tsx'
import { usePlayerCount } from '../../parts/usage/player-count-store.ts'
import { isMeasured, LiveUsage } from '../../parts/usage/usage-figures.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { type GameServerPorts, portsByGameServer } from './game-server-port-rules.ts'
import styles from './nodes.module.css'

interface NodeServersViewProps {
  isOnline: boolean
  gameServers: GameServer[]
  ports: NodePort[]
}

export function NodeServersView({ isOnline, gameServers, ports }: NodeServersViewProps) {
  const t = useTexts()
  const rows = portsByGameServer(gameServers, ports)
  const hasFigures = isOnline && gameServers.some(isMeasured)
  return (
    <Panel title={t('node.servers')}>
      {rows.length === 0 ? (
        <p className={`text-quiet ${styles.quiet}`}>
          {t('node.noServersTitle')}. {t('node.noServersText')}
        </p>
      ) : (
        <div className={table.scroll}>
          <table className={`${table.table} ${table.stacks} ${styles.rows} ${styles.servers}`}>
            <thead>
              <tr>
                <th>{t('node.server')}</th>
                {isOnline && <th>{t('node.state')}</th>}
                {hasFigures && (
                  <>
                    <th>{t('node.players')}</th>
                    <th>{t('node.usage')}</th>
                  </>
                )}
                <th>{t('node.ports')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <ServerRow key={row.id} row={row} isOnline={isOnline} hasFigures={hasFigures} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

interface ServerRowProps {
  row: GameServerPorts
  isOnline: boolean
  /** Some server here runs: the others leave their cells empty. */
  hasFigures: boolean
}

function ServerRow({ row, isOnline, hasFigures }: ServerRowProps) {
  const t = useTexts()
  const { id, name, gameServer, taken } = row
  return (
    <tr>
      <td className={table.grow}>
        <span className={styles.server}>
          {gameServer && <GameIcon template={gameServer.template} size={26} />}
          {gameServer ? (
            <Link
              to="/servers/$serverId"
              params={{ serverId: String(id) }}
              className={`${table.strong} truncate`}
              title={name}
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
      </td>
      {isOnline && <td>{gameServer && <StateAndReason gameServer={gameServer} />}</td>}
      {hasFigures && (
        <>
          <td>{gameServer && isMeasured(gameServer) && <OnlinePlayers gameServerId={id} />}</td>
          <td>{gameServer && isMeasured(gameServer) && <LiveUsage gameServer={gameServer} />}</td>
        </>
      )}
      <td>
        <span className={styles.ports}>
          {taken.map(({ port, purpose }) => (
            <span key={`${port} ${purpose}`}>
              <span className="text-faint">{t(`node.${purpose}`)}</span>
              <span className="mono">{port}</span>
            </span>
          ))}
        </span>
      </td>
    </tr>
  )
}

function StateAndReason({ gameServer }: { gameServer: GameServer }) {
  const t = useTexts()
  const { state, node_online, state_reason, suspended } = gameServer
  const reason = suspended?.reason ?? (state_reason && reasonText(t, state_reason))
  return (
    <span className={styles.serverState}>
      <StatePill state={state} isNodeOnline={node_online} isSuspended={suspended !== null} />
      {reason && (
        <span className="text-caption truncate" title={reason}>
          {reason}
        </span>
      )}
    </span>
  )
}

/** Nothing where the game does not tell. */
function OnlinePlayers({ gameServerId }: { gameServerId: number }) {
  const t = useTexts()
  const count = usePlayerCount(gameServerId)
  if (!count) return null
  return (
    <span className={`text-quiet numbers ${styles.players}`} title={t('usage.players')}>
      <IconUsers size={14} aria-hidden />
      <span className="visually-hidden">{t('usage.players')}</span>
      {count.maxPlayers === null ? count.players : `${count.players}/${count.maxPlayers}`}
    </span>
  )
}
