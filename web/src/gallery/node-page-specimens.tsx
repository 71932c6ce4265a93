// The page of one node: at work, away, waiting to join, switched off, and what is refused.

import { Button } from '@mantine/core'
import type { LogLine, Node } from '@rookery/contracts/http/nodes.ts'
import { gameServers, nodePorts, nodes, unknownServers } from '../../pictures/fixtures/fleet-fixtures.ts'
import { nodeSamples } from '../../pictures/fixtures/metric-fixtures.ts'
import { NodeChartsView } from '../features/nodes/node-charts-view.tsx'
import { NodeFacts } from '../features/nodes/node-facts.tsx'
import { NodeLogView } from '../features/nodes/node-log-view.tsx'
import {
  NodeHeadActions,
  NodeManageView,
  type NodeManageViewProps,
} from '../features/nodes/node-manage-view.tsx'
import { NodeServersView } from '../features/nodes/node-servers-view.tsx'
import { NodeView } from '../features/nodes/node-view.tsx'
import { UnknownServersView } from '../features/nodes/unknown/unknown-servers-view.tsx'
import { measuredUsage } from '../features/nodes/use-node-shares.ts'
import { emptyHistory, withSamples } from '../parts/metrics/logic/metric-history.ts'
import { ignore, Specimen } from './specimen.tsx'
import { liveOnly } from './stored-metrics.ts'

const history = withSamples(emptyHistory, nodeSamples, 3600)
const line = (level: string, message: string): LogLine => ({ at: '2026-11-15T06:30:08.000Z', level, message })
const log = [
  line('info', 'the daemon is running panel=panel.example.org node_id=2'),
  line('warn', 'the disk is nearly full free_bytes=1073741824'),
  line('error', 'game server 3 ended exit_code=137 reason=out of memory'),
]
const manage: Omit<NodeManageViewProps, 'node'> = {
  gameServerCount: 0,
  mayEdit: true,
  mayEnroll: true,
  mayDelete: true,
  busyWith: null,
  refusal: null,
  onRename: ignore,
  onSwitch: ignore,
  onEnroll: ignore,
  onDelete: ignore,
}

interface ShownProps extends Partial<NodeManageViewProps> {
  node: Node
}

function Shown({ node, ...changes }: ShownProps) {
  return (
    <NodeView
      node={node}
      measured={node.online ? measuredUsage(history) : null}
      actions={<NodeHeadActions node={node} {...manage} {...changes} />}
      enroll={<Button>Create join command</Button>}
      charts={
        <NodeChartsView
          node={node}
          history={node.online ? history : emptyHistory}
          stored={liveOnly}
          isAdministrator
          status={node.online ? 'live' : 'interrupted'}
        />
      }
      gameServers={
        <NodeServersView
          isOnline={node.online}
          gameServers={gameServers.filter(each => each.node_id === node.id)}
          ports={nodePorts(node.id)}
        />
      }
      log={<NodeLogView lines={log} problem={null} isBusy={false} onRefresh={ignore} />}
      facts={
        <NodeFacts node={node} hasLiveFigures={node.online} uptimeSeconds={node.online ? 1_200_000 : null} />
      }
      manage={<NodeManageView node={node} {...manage} {...changes} />}
    />
  )
}

export function NodePageSpecimens() {
  const [basement, frankfurt, attic, garage] = nodes
  if (!basement || !frankfurt || !attic || !garage) return null
  return (
    <>
      <Specimen name="Servers that the panel does not know">
        <UnknownServersView
          servers={unknownServers}
          templates={[]}
          busyWith={null}
          problem={null}
          onAsk={ignore}
          onAdopt={ignore}
          onDelete={ignore}
        />
      </Specimen>
      <Specimen name="Node, at work">
        <Shown node={frankfurt} gameServerCount={9} />
      </Specimen>
      <Specimen name="Node, away">
        <Shown node={attic} />
      </Specimen>
      <Specimen name="Node, away for no known reason">
        <Shown node={{ ...attic, refusal: null }} />
      </Specimen>
      <Specimen name="Node, may be edited but not deleted">
        <Shown node={attic} mayDelete={false} />
      </Specimen>
      <Specimen name="Node, waiting to join">
        <Shown node={garage} />
      </Specimen>
      <Specimen name="Node, switched off, deletion refused">
        <Shown
          node={{ ...basement, online: false, enabled: false }}
          refusal={{
            action: 'delete',
            text: 'The node still holds game servers. Delete or move them first.',
          }}
        />
      </Specimen>
    </>
  )
}
