// The game servers on a node, each with the ports that it has taken.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import type { NodePort } from '@rookery/contracts/http/nodes.ts'
import { Link } from '@tanstack/react-router'
import { StatePill } from '../../parts/run-state/state-pill.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Panel } from '../../ui/controls/page-frame.tsx'
import table from '../../ui/controls/table.module.css'
import { portsByGameServer } from './game-server-port-rules.ts'
import styles from './nodes.module.css'

interface NodeServersViewProps {
  isOnline: boolean
  gameServers: GameServer[]
  ports: NodePort[]
}

export function NodeServersView({ isOnline, gameServers, ports }: NodeServersViewProps) {
  const t = useTexts()
  const rows = portsByGameServer(gameServers, ports)
  return (
    <Panel title={t('node.servers')}>
      {rows.length === 0 ? (
        <p className={`text-quiet ${styles.quiet}`}>
          {t('node.noServersTitle')}. {t('node.noServersText')}
        </p>
      ) : (
        <div className={table.scroll}>
          <table className={`${table.table} ${styles.rows}`}>
            <thead>
              <tr>
                <th>{t('node.server')}</th>
                {isOnline && <th>{t('node.state')}</th>}
                <th>{t('node.ports')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, name, gameServer, taken }) => (
                <tr key={id}>
                  <td className={table.grow}>
                    {gameServer ? (
                      <Link
                        to="/servers/$serverId"
                        params={{ serverId: String(id) }}
                        className={table.strong}
                      >
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </td>
                  {isOnline && (
                    <td>
                      {gameServer && (
                        <StatePill state={gameServer.state} isNodeOnline={gameServer.node_online} />
                      )}
                    </td>
                  )}
                  <td>
                    <span className={styles.ports}>
                      {taken.map(({ port, purpose }) => (
                        <span key={`${port} ${purpose}`}>
                          <span className="mono">{port}</span>
                          <span className="text-faint">{t(`node.${purpose}`)}</span>
                        </span>
                      ))}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
