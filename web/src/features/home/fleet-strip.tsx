// The fleet at a glance: one small square per server, coloured and marked by state, grouped by node.

import { Tooltip } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { Link } from '@tanstack/react-router'
import { Panel } from '../../ui/controls/page-frame.tsx'
import { lookOf } from '../../ui/run-state/state-look.ts'
import tones from '../../ui/run-state/tone.module.css'
import { useTexts } from '../../ui/texts/texts.ts'
import styles from './home.module.css'
import { fleetByNode } from './logic/attention.ts'

export function FleetStrip({ gameServers }: { gameServers: GameServer[] }) {
  const t = useTexts()
  const running = gameServers.filter(each => each.state === 'running' && each.node_online).length
  return (
    <Panel
      title={t('home.fleet')}
      action={
        <span className={styles.beside}>{t('home.fleetCount', { running, count: gameServers.length })}</span>
      }
    >
      <div className={styles.fleet}>
        {fleetByNode(gameServers).map(group => (
          <div key={group.nodeId} className={styles.group}>
            <span className={styles.groupName}>{group.nodeName}</span>
            <ul className={styles.squares}>
              {group.gameServers.map(gameServer => (
                <li key={gameServer.id}>
                  <FleetSquare gameServer={gameServer} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Panel>
  )
}

function FleetSquare({ gameServer }: { gameServer: GameServer }) {
  const t = useTexts()
  const look = lookOf(gameServer.state, gameServer.node_online)
  const word = gameServer.node_online
    ? t(`states.${gameServer.state}`)
    : t('states.awayBefore', { state: t(`states.${gameServer.state}`) })
  const label = `${gameServer.name}: ${word}`
  const classes = [
    styles.square,
    tones[look.tone],
    look.isMoving && tones.moves,
    look.tone === 'away' && tones.hatched,
  ]
  return (
    <Tooltip label={label} openDelay={0}>
      <Link
        to="/servers/$serverId"
        params={{ serverId: String(gameServer.id) }}
        aria-label={label}
        className={classes.filter(Boolean).join(' ')}
      >
        <look.Icon size={13} stroke={2.2} aria-hidden />
      </Link>
    </Tooltip>
  )
}
