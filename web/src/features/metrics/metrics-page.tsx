// The metrics tab of a game server: connects, reads what its node has stored, and hands both to the charts.

import { Button, Group, Stack } from '@mantine/core'
import { type GameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes, type Node } from '@rookery/contracts/http/nodes.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Mark } from '../../parts/metrics/logic/chart-marks.ts'
import { metricsStatus } from '../../parts/metrics/logic/metrics-status.ts'
import { useMetrics } from '../../parts/metrics/use-metrics.ts'
import { useStoredMetrics } from '../../parts/metrics/use-stored-metrics.ts'
import { useAbilitiesOf } from '../../parts/power/use-abilities.ts'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { TimeAgo } from '../../ui/time/live-time.tsx'
import { isResting, MetricsView } from './metrics-view.tsx'

export function MetricsPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const gameServer = useQuery(apiQuery(readGameServer, { params: { server: serverId } }))
  if (!gameServer.data) return null
  return <LiveMetrics key={serverId} gameServer={gameServer.data} />
}

function LiveMetrics({ gameServer }: { gameServer: GameServer }) {
  const metrics = useMetrics(`/api/ws/servers/${gameServer.id}/metrics`)
  const profile = useQuery(apiQuery(readProfile, {}))
  const isAdministrator = profile.data?.is_admin ?? false
  const nodes = useQuery({
    ...wholeQuery(listNodes),
    enabled: profile.data?.sections.node.includes('view') ?? false,
  })
  const node = nodes.data?.items.find(({ id }) => id === gameServer.node_id)
  const maySeeNode = node !== undefined
  const ofNode = useMetrics(maySeeNode ? `/api/ws/nodes/${gameServer.node_id}/metrics` : null)
  const thing = useMemo(() => ({ kind: 'server' as const, id: gameServer.id }), [gameServer.id])
  const status = metricsStatus(metrics.line, metrics.isReplayed, metrics.isInterrupted)
  // Where nothing comes live, what the node has stored is the better beginning.
  const isSilent = status === 'interrupted' && metrics.history.size === 0
  const stored = useStoredMetrics(thing, metrics.history, {
    isResting: isResting(gameServer.state) || isSilent,
  })
  const held = useAbilitiesOf([gameServer.id], isAdministrator)(gameServer.id)
  const maySeeConsole = held['game-server-console-view'] === true
  return (
    <MetricsView
      history={metrics.history}
      nodeHistory={ofNode.history}
      stored={stored}
      status={status}
      state={gameServer.state}
      isAdministrator={isAdministrator}
      away={<Away gameServer={gameServer} node={node} />}
      linkOf={mark => <MarkLink mark={mark} serverId={gameServer.id} maySeeConsole={maySeeConsole} />}
    />
  )
}

interface AwayProps {
  gameServer: Pick<GameServer, 'id' | 'state'>
  node: Pick<Node, 'id' | 'last_seen_at'> | undefined
}

/** The last that is known, and the two places that know more. */
function Away({ gameServer, node }: AwayProps) {
  const t = useTexts()
  return (
    <Stack align="center" gap={16}>
      <Stack component="p" className="text-secondary" gap={2} align="center">
        {node?.last_seen_at && (
          <span>
            {t('home.lastSeen')} <TimeAgo at={node.last_seen_at} />
          </span>
        )}
        <span>{t('states.lastKnown', { state: t(`states.${gameServer.state}`) })}</span>
      </Stack>
      <Group gap={8} justify="center">
        {node && (
          <Button
            variant="default"
            renderRoot={rootProps => (
              <Link to="/nodes/$nodeId" params={{ nodeId: String(node.id) }} {...rootProps} />
            )}
          >
            {t('home.seeNode')}
          </Button>
        )}
        <Button
          variant="default"
          renderRoot={rootProps => (
            <Link
              to="/servers/$serverId/activity"
              params={{ serverId: String(gameServer.id) }}
              {...rootProps}
            />
          )}
        >
          {t('metrics.openActivity')}
        </Button>
      </Group>
    </Stack>
  )
}

interface MarkLinkProps {
  mark: Mark
  serverId: number
  maySeeConsole: boolean
}

/** A crash leads to what the game said, everything else to who did it. */
function MarkLink({ mark, serverId, maySeeConsole }: MarkLinkProps) {
  const t = useTexts()
  const params = { serverId: String(serverId) }
  if (mark.kind === 'crash' && maySeeConsole) {
    return (
      <Link to="/servers/$serverId/console" params={params} className="link">
        {t('metrics.openConsole')}
      </Link>
    )
  }
  return (
    <Link to="/servers/$serverId/activity" params={params} className="link">
      {t('metrics.openActivity')}
    </Link>
  )
}
