// Families of nodes and game servers: what was measured by the names of section 6.3, and what the panel knows beside it.

import {
  gameServerSeries,
  type MetricSeries,
  type MetricUnit,
  nodeSeries,
} from '@rookery/contracts/metric-series.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { type MetricFamily, type Sample, writeLabels } from './exposition.ts'

export interface ScrapedNode {
  id: number
  name: string
  version: string | null
  /** Null while that cannot be told. */
  isOnline: boolean | null
  gameServerCount: number
  /** By position as `nodeSeries`; null where nothing is known now. */
  values: readonly number[] | null
}

export interface ScrapedGameServer {
  id: number
  name: string
  nodeId: number
  nodeName: string
  state: RunState
  /** By position as `gameServerSeries`; null where nobody knows whether it runs. */
  values: readonly number[] | null
}

/** Nothing but that it does not run can be measured of it. */
export const stoppedValues: readonly number[] = gameServerSeries.map(({ name }) =>
  name === 'panel_server_up' ? 0 : Number.NaN,
)

const nodeFacts = 3
/** The most that one of them adds to a scrape. */
export const seriesOfNode = nodeSeries.length + nodeFacts
export const seriesOfGameServer = gameServerSeries.length + 1

export function nodeFamilies(nodes: readonly ScrapedNode[]): MetricFamily[] {
  const labeled = nodes.map(node => ({ node, labels: writeLabels({ node_id: node.id, node: node.name }) }))
  return [
    {
      name: 'rookery_node_up',
      help: 'Whether the node is connected to the panel.',
      type: 'gauge',
      samples: labeled.flatMap(({ node: { isOnline }, labels }) =>
        isOnline === null ? [] : [{ labels, value: isOnline ? 1 : 0 }],
      ),
    },
    {
      name: 'rookery_node_info',
      help: 'The version of the daemon of the node.',
      type: 'gauge',
      samples: nodes.map(({ id, name, version }) => ({
        labels: writeLabels({ node_id: id, node: name, version: version ?? '' }),
        value: 1,
      })),
    },
    {
      name: 'rookery_node_servers',
      help: 'How many servers the node has, running or not.',
      type: 'gauge',
      samples: labeled.map(({ node, labels }) => ({ labels, value: node.gameServerCount })),
    },
    ...measuredFamilies(
      nodeSeries,
      labeled.map(({ node, labels }) => ({ labels, values: node.values })),
    ),
  ]
}

export function gameServerFamilies(gameServers: readonly ScrapedGameServer[]): MetricFamily[] {
  const labelsOf = ({ id, name, nodeId, nodeName }: ScrapedGameServer) => ({
    server_id: id,
    server: name,
    node_id: nodeId,
    node: nodeName,
  })
  return [
    {
      name: 'rookery_server_state',
      help: 'The state that the server is in; it has no series for the others.',
      type: 'gauge',
      samples: gameServers.map(server => ({
        labels: writeLabels({ ...labelsOf(server), state: server.state }),
        value: 1,
      })),
    },
    ...measuredFamilies(
      gameServerSeries,
      gameServers.map(server => ({ labels: writeLabels(labelsOf(server)), values: server.values })),
    ),
  ]
}

/** A value that was not measured has no sample. */
function measuredFamilies(
  series: readonly MetricSeries[],
  measured: readonly { labels: string; values: readonly number[] | null }[],
): MetricFamily[] {
  return series.map(({ name, meaning, unit }, at) => {
    const samples: Sample[] = []
    for (const { labels, values } of measured) {
      const value = values?.[at]
      if (value !== undefined && !Number.isNaN(value)) samples.push({ labels, value })
    }
    const type = name.endsWith('_total') ? 'counter' : 'gauge'
    return { name, type, help: helpOf(meaning, unit), samples }
  })
}

function helpOf(meaning: string, unit: MetricUnit): string {
  const sentence = meaning.charAt(0).toUpperCase() + meaning.slice(1)
  const hasUnit = unit === 'percent' || unit === 'bytes' || unit === 'seconds'
  return hasUnit ? `${sentence}, in ${unit}.` : `${sentence}.`
}
