// Game servers on a phone: a card each, with what one wants to see and do on the way.

import { Link } from '@tanstack/react-router'
import { CopyableAddress } from '../../../ui/controls/copy-button.tsx'
import { PowerIcons } from '../../../ui/power/power-buttons.tsx'
import { joinAddress } from '../../../ui/run-state/join-address.ts'
import { StatePill } from '../../../ui/run-state/state-pill.tsx'
import { TimeAgo } from '../../../ui/time/live-time.tsx'
import { LiveUsage } from '../../../ui/usage/usage-figures.tsx'
import type { GameServerRowsProps } from './game-server-table.tsx'
import styles from './game-servers.module.css'

export function GameServerCards({ gameServers, abilitiesOf, busyId, pageHost, onAct }: GameServerRowsProps) {
  return (
    <ul className={styles.cards}>
      {gameServers.map(gameServer => (
        <li key={gameServer.id} className={styles.card}>
          <div className={styles.cardHead}>
            <Link
              to="/servers/$serverId"
              params={{ serverId: String(gameServer.id) }}
              className={styles.cardName}
            >
              {gameServer.name}
            </Link>
            <StatePill state={gameServer.state} isNodeOnline={gameServer.node_online} />
          </div>
          <div className={styles.cardFacts}>
            {gameServer.template.name} · {gameServer.node_name} · <TimeAgo at={gameServer.state_changed_at} />
          </div>
          {abilitiesOf(gameServer.id)['game-server-metrics'] && gameServer.state === 'running' && (
            <div className={styles.cardUsage}>
              <LiveUsage gameServer={gameServer} />
            </div>
          )}
          <div className={styles.cardFoot}>
            <CopyableAddress address={joinAddress(gameServer.ip, gameServer.port, pageHost)} />
            <PowerIcons
              gameServer={gameServer}
              abilities={abilitiesOf(gameServer.id)}
              isBusy={busyId === gameServer.id}
              onAct={action => onAct(gameServer, action)}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
