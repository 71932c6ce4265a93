// The charts of a game server and of a node, in all their moods.

import type { MetricSeriesName } from '@rookery/contracts/metric-series.ts'
import { gameServerSamples, nodeSamples } from '../../pictures/fixtures/metric-fixtures.ts'
import { MetricsView } from '../features/metrics/metrics-view.tsx'
import { NodeChartsView } from '../features/nodes/node-charts-view.tsx'
import { emptyHistory, withSamples } from '../parts/metrics/logic/metric-history.ts'
import { Specimen } from './specimen.tsx'
import { liveOnly, storedDay, storedNothing } from './stored-metrics.ts'

const ofGameServer = withSamples(emptyHistory, gameServerSamples, 3600)
const ofNode = withSamples(emptyHistory, nodeSamples, 3600)
const unmeasured: MetricSeriesName[] = [
  'panel_server_network_receive_bytes_total',
  'panel_server_network_transmit_bytes_total',
  'panel_server_memory_limit_bytes',
]
const ofProcess = new Map([...ofGameServer].filter(([name]) => !unmeasured.includes(name)))

const joined = { online: true, enrolled: true }

export function MetricSpecimens() {
  return (
    <>
      <Specimen name="Metrics of a game server, with a gap">
        <MetricsView
          history={ofGameServer}
          nodeHistory={ofNode}
          status="live"
          state="running"
          stored={liveOnly}
          isAdministrator
        />
      </Specimen>
      <Specimen name="Metrics of the last day, with a crash">
        <MetricsView
          history={ofGameServer}
          stored={storedDay('server')}
          status="live"
          state="running"
          isAdministrator
        />
      </Specimen>
      <Specimen name="Metrics of a day in which nothing was measured">
        <MetricsView
          history={ofGameServer}
          stored={storedNothing}
          status="live"
          state="running"
          isAdministrator={false}
        />
      </Specimen>
      <Specimen name="Metrics of a node, the last day">
        <NodeChartsView
          node={joined}
          history={ofNode}
          stored={storedDay('node')}
          status="live"
          isAdministrator
        />
      </Specimen>
      <Specimen name="Metrics, by somebody who may not see the node">
        <MetricsView history={ofGameServer} status="live" state="running" stored={liveOnly} isAdministrator />
      </Specimen>
      <Specimen name="Metrics, some series not measured, interrupted">
        <MetricsView
          history={ofProcess}
          status="interrupted"
          state="running"
          stored={liveOnly}
          isAdministrator
        />
      </Specimen>
      <Specimen name="Metrics, connecting">
        <MetricsView
          history={emptyHistory}
          status="connecting"
          state="running"
          stored={liveOnly}
          isAdministrator
        />
      </Specimen>
      <Specimen name="Metrics, stopped">
        <MetricsView history={emptyHistory} status="live" state="stopped" stored={liveOnly} isAdministrator />
      </Specimen>
      <Specimen name="Metrics of a node">
        <NodeChartsView node={joined} history={ofNode} status="live" stored={liveOnly} isAdministrator />
      </Specimen>
      <Specimen name="Metrics of a node, connection lost">
        <NodeChartsView
          node={joined}
          history={ofNode}
          status="reconnecting"
          stored={liveOnly}
          isAdministrator
        />
      </Specimen>
    </>
  )
}
