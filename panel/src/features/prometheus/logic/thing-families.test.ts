import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { describe, expect, test } from 'vitest'
import { readExposition } from '../../../../test/prometheus/read-exposition.ts'
import { writeExposition } from './exposition.ts'
import {
  gameServerFamilies,
  nodeFamilies,
  type ScrapedGameServer,
  type ScrapedNode,
  seriesOfGameServer,
  seriesOfNode,
  stoppedValues,
} from './thing-families.ts'

const node: ScrapedNode = {
  id: 3,
  name: 'basement',
  version: '1.2.3',
  isOnline: true,
  gameServerCount: 12,
  values: nodeSeries.map((_, at) => at),
}
const server: ScrapedGameServer = {
  id: 7,
  name: 'Wolfpack "survival"\n',
  nodeId: 3,
  nodeName: 'basement',
  state: 'running',
  values: gameServerSeries.map((_, at) => at),
}
const readNodes = (...nodes: ScrapedNode[]) => readExposition(writeExposition(nodeFamilies(nodes)))
const readServers = (...servers: ScrapedGameServer[]) =>
  readExposition(writeExposition(gameServerFamilies(servers)))

describe('nodes and servers', () => {
  test('6.3 have the series of the specification by their names, and no more than is counted for the limit', () => {
    const ofNode = readNodes(node)
    const ofServer = readServers(server)
    const measured = (names: string[]) => names.filter(name => name.startsWith('panel_'))
    const told = ({ samples }: typeof ofNode) => measured(samples.map(({ name }) => name))
    expect(told(ofNode)).toEqual(nodeSeries.map(({ name }) => name))
    expect(told(ofServer)).toEqual(gameServerSeries.map(({ name }) => name))
    expect(ofNode.samples).toHaveLength(seriesOfNode)
    expect(ofServer.samples).toHaveLength(seriesOfGameServer)
  })

  test('count up where the name ends in _total, and only there', () => {
    for (const [name, type] of [...readNodes(node).types, ...readServers(server).types])
      expect(type, name).toBe(name.endsWith('_total') ? 'counter' : 'gauge')
  })

  test('are known by number and name, a server by those of its node too, and by the state that it is in', () => {
    expect(readNodes(node).of('panel_node_load1')[0]?.labels).toEqual({ node_id: '3', node: 'basement' })
    const labels = { server_id: '7', server: 'Wolfpack "survival"\n', node_id: '3', node: 'basement' }
    const { of } = readServers(server)
    expect(of('panel_server_process_pids')[0]?.labels).toEqual(labels)
    expect(of('rookery_server_state')).toEqual([
      { name: 'rookery_server_state', labels: { ...labels, state: 'running' }, value: 1 },
    ])
  })

  test('a server that does not run is down, and nothing else is told of it', () => {
    const { samples } = readServers({ ...server, state: 'stopped', values: stoppedValues })
    expect(samples.map(({ name, value }) => [name, value])).toEqual([
      ['rookery_server_state', 1],
      ['panel_server_up', 0],
    ])
  })

  test('of what nobody knows now there is no value, least of all the last one', () => {
    const away = readNodes({ ...node, isOnline: false, values: null })
    expect(away.samples.map(({ name, value }) => [name, value])).toEqual([
      ['rookery_node_up', 0],
      ['rookery_node_info', 1],
      ['rookery_node_servers', 12],
    ])
    const unknown = readNodes({ ...node, isOnline: null, values: null })
    expect(unknown.of('rookery_node_up')).toEqual([])
    expect(readServers({ ...server, values: null }).samples.map(({ name }) => name)).toEqual([
      'rookery_server_state',
    ])
  })
})
