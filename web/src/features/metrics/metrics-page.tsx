// The metrics tab of a game server: connects and hands the history to the charts.

import { type GameServer, readGameServer } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { metricsStatus } from '../../parts/metrics/logic/metrics-status.ts'
import { useMetrics } from '../../parts/metrics/use-metrics.ts'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { MetricsView } from './metrics-view.tsx'

export function MetricsPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const gameServer = useQuery(apiQuery(readGameServer, { params: { server: serverId } }))
  if (!gameServer.data) return null
  return <LiveMetrics key={serverId} gameServer={gameServer.data} />
}

function LiveMetrics({ gameServer }: { gameServer: GameServer }) {
  const metrics = useMetrics(`/api/ws/servers/${gameServer.id}/metrics`)
  const profile = useQuery(apiQuery(readProfile, {}))
  const nodes = useQuery({
    ...wholeQuery(listNodes),
    enabled: profile.data?.sections.node.includes('view') ?? false,
  })
  const maySeeNode = nodes.data?.items.some(({ id }) => id === gameServer.node_id) ?? false
  const ofNode = useMetrics(maySeeNode ? `/api/ws/nodes/${gameServer.node_id}/metrics` : null)
  return (
    <MetricsView
      history={metrics.history}
      nodeHistory={ofNode.history}
      status={metricsStatus(metrics.line, metrics.isReplayed, metrics.isInterrupted)}
      state={gameServer.state}
    />
  )
}
