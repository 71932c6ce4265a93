// The page of one node: reads all that is known of it and does what is asked.

import { Button } from '@mantine/core'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodePorts, listNodes, type Node, readNode, readNodeLogs } from '@rookery/contracts/http/nodes.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { newestOf } from '../../parts/metrics/logic/metric-history.ts'
import { metricsStatus } from '../../parts/metrics/logic/metrics-status.ts'
import { useMetrics } from '../../parts/metrics/use-metrics.ts'
import { useStoredMetrics } from '../../parts/metrics/use-stored-metrics.ts'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { UnopenedPage } from '../../parts/problems/unopened-page.tsx'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { JoinAgainView } from './join-again-view.tsx'
import { NodeChartsView } from './node-charts-view.tsx'
import { NodeFacts } from './node-facts.tsx'
import { NodeLogView } from './node-log-view.tsx'
import { NodeHeadActions, NodeManageView } from './node-manage-view.tsx'
import { NodeServersView } from './node-servers-view.tsx'
import { NodeView } from './node-view.tsx'
import { NodePlacingView } from './placing/node-placing-view.tsx'
import { useNodePlacing } from './placing/use-node-placing.ts'
import { NodeSftpView } from './sftp/node-sftp-view.tsx'
import { useNodeSftp } from './sftp/use-node-sftp.ts'
import { UnknownServers } from './unknown/unknown-servers.tsx'
import { NodeUpgrades } from './upgrade/node-upgrades.tsx'
import { useNodeActions } from './use-node-actions.ts'
import { measuredUsage } from './use-node-shares.ts'

export function NodePage() {
  const { nodeId } = useParams({ from: '/shell/nodes/$nodeId' })
  const node = useQuery(apiQuery(readNode, { params: { id: nodeId } }))
  if (node.data) return <KnownNode key={nodeId} node={node.data} />
  return <UnopenedPage read={node} />
}

function KnownNode({ node }: { node: Node }) {
  const t = useTexts()
  const params = { id: String(node.id) }
  const profile = useQuery(apiQuery(readProfile, {}))
  const mayEdit = profile.data?.sections.node.includes('edit') ?? false
  const mayDelete = profile.data?.sections.node.includes('delete') ?? false
  const gameServers = useQuery(wholeQuery(listGameServers))
  const ports = useQuery(apiQuery(listNodePorts, { params }))
  const log = useQuery({ ...apiQuery(readNodeLogs, { params, query: {} }), enabled: node.online })
  const metrics = useMetrics(`/api/ws/nodes/${node.id}/metrics`)
  const thing = useMemo(() => ({ kind: 'node' as const, id: node.id }), [node.id])
  const stored = useStoredMetrics(thing, metrics.history)
  const { joinCommand, onCloseJoin, ...actions } = useNodeActions(node)
  const mayEnroll = mayEdit && profile.data?.is_admin === true
  const sftp = useNodeSftp(node)
  const placing = useNodePlacing(node)
  const others = useQuery({ ...wholeQuery(listNodes), enabled: mayEdit })
  const locations = others.data?.items.flatMap(({ location }) => location ?? []) ?? []
  const here = gameServers.data?.items.filter(each => each.node_id === node.id) ?? []
  const manage = { node, gameServerCount: here.length, mayEdit, mayEnroll, mayDelete, ...actions }
  return (
    <NodeView
      node={node}
      measured={measuredUsage(metrics.history)}
      actions={<NodeHeadActions {...manage} />}
      enroll={
        mayEnroll && (
          <Button loading={actions.busyWith === 'enroll'} onClick={actions.onEnroll}>
            {t('node.enrollButton')}
          </Button>
        )
      }
      upgrade={mayEdit && profile.data?.is_admin && <NodeUpgrades nodes={[node]} />}
      charts={
        <NodeChartsView
          node={node}
          history={metrics.history}
          stored={stored}
          isAdministrator={profile.data?.is_admin ?? false}
          status={metricsStatus(metrics.line, metrics.isReplayed, metrics.isInterrupted)}
        />
      }
      gameServers={
        <>
          <NodeServersView isOnline={node.online} gameServers={here} ports={ports.data ?? []} />
          {mayEdit && profile.data?.is_admin && <UnknownServers node={node} />}
        </>
      }
      log={
        <NodeLogView
          lines={log.data ?? null}
          problem={log.error ? problemMessage(t, log.error) : null}
          isBusy={log.isFetching}
          onRefresh={() => void log.refetch()}
        />
      }
      facts={
        <NodeFacts
          node={node}
          hasLiveFigures={node.online}
          uptimeSeconds={node.online ? newestOf(metrics.history, 'panel_node_uptime_seconds_total') : null}
        />
      }
      sftp={node.enrolled && <NodeSftpView node={node} mayEdit={mayEdit} {...sftp} />}
      placing={mayEdit && <NodePlacingView node={node} locations={locations} {...placing} />}
      joinAgain={<JoinAgainView nodeName={node.name} joinCommand={joinCommand} onClose={onCloseJoin} />}
      manage={(mayEdit || mayDelete) && <NodeManageView {...manage} />}
    />
  )
}
