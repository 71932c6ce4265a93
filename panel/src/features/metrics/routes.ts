// Routes of metrics: what the channels replay as one answer, and what nodes have stored for longer.

import {
  readGameServerMetrics,
  readGameServerMetricsHistory,
  readNodeMetrics,
  readNodeMetricsHistory,
} from '@rookery/contracts/http/metrics.ts'
import { inSection, onGameServer } from '../../platform/http/access-rule.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Metrics } from './metrics.ts'

export function metricsRoutes(metrics: Metrics): Route[] {
  return [
    route(readGameServerMetrics, onGameServer('game-server-metrics'), call =>
      metrics.readGameServer(call.params.server),
    ),
    route(readNodeMetrics, inSection('node', 'view'), call => metrics.readNode(call.params.id)),
    route(readGameServerMetricsHistory, onGameServer('game-server-metrics'), call =>
      metrics.readGameServerHistory(call.params.server, call.query),
    ),
    route(readNodeMetricsHistory, inSection('node', 'view'), call =>
      metrics.readNodeHistory(call.params.id, call.query),
    ),
  ]
}
