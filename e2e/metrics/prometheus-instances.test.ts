// Two instances of a panel, each scraped: what is measured is there once, wherever its node is connected.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenCache } from '../../panel/src/platform/cache/cache.ts'
import { type Exposition, readExposition } from '../../panel/test/prometheus/read-exposition.ts'
import type { TestPanel } from '../../panel/test/start-test-panel.ts'
import { openSharedMemoryCache } from '../../panel/test/tokens/shared-cache.ts'
import { byHand, MetricsWorld, startRunningPanel, type TestDaemon, until } from './metrics-world.ts'

const token = 'only-prometheus-has-this'
const variables = { PROMETHEUS_ENABLED: 'true', PROMETHEUS_TOKEN: token }
let cache: OpenCache
let world: MetricsWorld
let two: TestPanel
let atSeconds = 1_700_000_000

beforeEach(async () => {
  cache = openSharedMemoryCache()
  world = await new MetricsWorld().start({ cache, variables })
  two = await startRunningPanel({ cache, variables, dataDir: world.panel.dataDir })
})
afterEach(async () => {
  await two?.halt()
  await world?.stop()
  await cache?.close()
})

async function scrape(panel: TestPanel): Promise<Exposition> {
  const answer = await panel.request('GET', '/metrics', { sessionToken: token })
  expect(answer.status, answer.text).toBe(200)
  return readExposition(answer.text)
}

async function look(...daemons: TestDaemon[]): Promise<void> {
  atSeconds += 60
  for (const daemon of daemons) await daemon.app.metrics.measure(atSeconds)
}

/** Which nodes an instance tells the uptime of, and which servers; in the order of their numbers. */
async function told(panel: TestPanel) {
  const { of } = await scrape(panel)
  const nodes = of('panel_node_uptime_seconds_total').map(({ labels }) => labels.node)
  const servers = of('panel_server_up').map(({ labels }) => labels.server)
  const states = of('rookery_server_state').map(({ labels }) => labels.server)
  return { nodes, servers, states }
}

const toldOf = (...names: string[]) => ({
  nodes: names.map(name => `node ${name}`),
  servers: names.map(name => `server ${name}`),
  states: names.map(name => `server ${name}`),
})

test('each tells the nodes that are connected to it and their servers; both tell alike which nodes are up', async () => {
  const a = await world.addDaemon('node a', byHand)
  const b = await world.addDaemon('node b', byHand)
  await world.createArena(a, { name: 'server a', install: false })
  await world.createArena(b, { name: 'server b', install: false })
  await b.dial(`127.0.0.1:${two.grpcPort}`)
  await look(a, b)
  await until('each is told by its own instance', async () => {
    const both = [await told(world.panel), await told(two)]
    return JSON.stringify(both) === JSON.stringify([toldOf('a'), toldOf('b')])
  })
  for (const panel of [world.panel, two]) {
    const { of } = await scrape(panel)
    const ups = of('rookery_node_up').map(({ labels, value }) => [labels.node, value])
    expect(ups).toEqual([
      ['node a', 1],
      ['node b', 1],
    ])
    expect(of('rookery_node_servers').map(({ value }) => value)).toEqual([1, 1])
  }

  await b.dial(`127.0.0.1:${world.panel.grpcPort}`)
  await look(a, b)
  await until('the one that has moved is told by its new instance alone', async () => {
    const both = [await told(world.panel), await told(two)]
    return JSON.stringify(both) === JSON.stringify([toldOf('a', 'b'), toldOf()])
  })

  await world.stopDaemon(b)
  await until('it is down on both', async () => {
    const ups = [world.panel, two].map(async panel =>
      (await scrape(panel)).of('rookery_node_up', { node: 'node b' }),
    )
    return (await Promise.all(ups)).every(([up]) => up?.value === 0)
  })
  expect([await told(world.panel), await told(two)]).toEqual([toldOf('a'), toldOf()])
})
