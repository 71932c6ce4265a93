// The metrics channels (6.2): of one game server, of one node, of all nodes.

import { idText } from '@rookery/contracts/http/shapes.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import { inSection, listOfSection, onGameServer } from '../../platform/http/access-rule.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Channel, ChannelCall } from '../../platform/websocket/channel.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import { unknownMessage } from '../../platform/websocket/logic/unknown-message.ts'
import { type MetricForm, readMetricForm } from './metric-form-rules.ts'
import type { WatchedThing } from './metric-sample-rules.ts'
import type { Metrics } from './metrics.ts'

export function metricsChannels(metrics: Metrics): Channel[] {
  return [
    {
      path: '/api/ws/servers/{server}/metrics',
      summary: 'Metrics of one game server',
      access: onGameServer('game-server-metrics'),
      check(call) {
        formOf(call, 'game-server')
        return metrics.checkGameServer(idOf(call.params.server))
      },
      open(connection, call) {
        takeNothing(connection)
        metrics
          .watchGameServer(idOf(call.params.server), connection, formOf(call, 'game-server'))
          .catch(() => connection.close(closeCodes.objectGone, 'there is no such game server'))
      },
    },
    {
      path: '/api/ws/nodes/{id}/metrics',
      summary: 'Metrics of one node',
      access: inSection('node', 'view'),
      check(call) {
        formOf(call, 'node')
        return metrics.checkNode(idOf(call.params.id))
      },
      open(connection, call) {
        takeNothing(connection)
        metrics.watchNode(idOf(call.params.id), connection, formOf(call, 'node'))
      },
    },
    {
      path: '/api/ws/nodes/metrics',
      summary: 'Metrics of all nodes that the caller may see',
      access: listOfSection('node'),
      check: async call => void formOf(call, 'node'),
      open(connection, call) {
        takeNothing(connection)
        metrics.watchAllNodes(connection, formOf(call, 'node')).catch(() => {
          connection.send('metrics.error', { code: 'unavailable', message: 'the nodes cannot be listed now' })
          connection.close(closeCodes.normal, 'try again')
        })
      },
    },
  ]
}

function formOf({ query }: ChannelCall, of: WatchedThing['kind']): MetricForm {
  const form = readMetricForm(query, of)
  if ('problem' in form) throw new PanelError('invalid_input', { message: form.problem })
  return form
}

function idOf(text: string | undefined): number {
  const id = idText.safeParse(text)
  if (!id.success) throw new PanelError('not_found')
  return id.data
}

function takeNothing(connection: Connection): void {
  connection.onMessage(type =>
    connection.refuse('malformed_request', unknownMessage('/api/ws/nodes/metrics', type)),
  )
}
