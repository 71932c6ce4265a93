// What a scrape tells of nodes and servers: real daemons, real link, real panel; only the ticks come when a test wants them.

import { randomUUID } from 'node:crypto'
import { nodeSeries } from '@rookery/contracts/metric-series.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Exposition, readExposition } from '../../panel/test/prometheus/read-exposition.ts'
import { byHand, MetricsWorld, type TestDaemon, until } from './metrics-world.ts'

const token = 'only-prometheus-has-this'
let world: MetricsWorld
let atSeconds = 1_700_000_000

beforeEach(async () => {
  const variables = {
    PROMETHEUS_ENABLED: 'true',
    PROMETHEUS_TOKEN: token,
    PROMETHEUS_MAX_SERIES: '10000',
  }
  world = await new MetricsWorld().start({ variables })
})
afterEach(() => world.stop())

/** What the node measures now is told, however often that is. */
async function look(daemon: TestDaemon): Promise<void> {
  atSeconds += 60
  await daemon.app.metrics.measure(atSeconds)
}

async function scrape(): Promise<Exposition> {
  const answer = await world.panel.request('GET', '/metrics', { sessionToken: token })
  expect(answer.status, answer.text).toBe(200)
  return readExposition(answer.text)
}

const valuesOf = ({ of }: Exposition, name: string) => of(name).map(({ value }) => value)

async function call(method: string, path: string, body?: object) {
  const sessionToken = await world.panel.signIn()
  const answer = await world.panel.request(method, path, { sessionToken, ...(body && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.json
}

test('6.3 a node that is connected tells its series; one that is away is down, and nothing old is told of it', async () => {
  const daemon = await world.addDaemon('One', byHand)
  const id = await world.createArena(daemon, { install: false })
  await look(daemon)
  await until(
    'the node is told',
    async () => valuesOf(await scrape(), 'panel_node_uptime_seconds_total').length > 0,
  )
  await look(daemon)
  await until(
    'two looks give a load',
    async () => valuesOf(await scrape(), 'panel_node_cpu_usage_percent').length > 0,
  )
  const here = await scrape()
  const names = new Set(here.samples.map(({ name }) => name).filter(name => name.startsWith('panel_node_')))
  expect(names).toEqual(new Set(nodeSeries.map(({ name }) => name)))
  const labels = { node_id: String(daemon.nodeId), node: 'One' }
  expect(here.of('panel_node_memory_total_bytes')[0]?.labels).toEqual(labels)
  expect(valuesOf(here, 'rookery_node_up')).toEqual([1])
  expect(valuesOf(here, 'rookery_node_servers')).toEqual([1])
  expect(here.of('panel_server_up')).toEqual([
    { name: 'panel_server_up', labels: { server_id: String(id), server: 'Arena', ...labels }, value: 0 },
  ])
  // However often it is scraped, the node is asked once.
  expect(daemon.transfers).toEqual(['watchUsage'])

  await world.stopDaemon(daemon)
  const away = await scrape()
  expect(valuesOf(away, 'rookery_node_up')).toEqual([0])
  expect(valuesOf(away, 'rookery_node_servers')).toEqual([1])
  expect(away.samples.filter(({ name }) => /^panel_|^rookery_server/.test(name))).toEqual([])

  await world.startDaemon(daemon)
  await look(daemon)
  await until('it is told again', async () => valuesOf(await scrape(), 'panel_node_load1').length > 0)
  expect(valuesOf(await scrape(), 'rookery_node_up')).toEqual([1])
})

test('6.3 a server that runs tells what its process manager can measure, by its name of now, until it is deleted', async () => {
  const daemon = await world.addDaemon('One', byHand)
  const id = await world.createArena(daemon, { start: true })
  await until('it runs', async () => (await call('GET', `/api/servers/${id}`)).state === 'running')
  await look(daemon)
  await look(daemon)
  await until('it is up', async () => valuesOf(await scrape(), 'panel_server_up').includes(1))
  await until(
    'it has a load',
    async () => valuesOf(await scrape(), 'panel_server_cpu_usage_percent').length > 0,
  )
  const up = await scrape()
  expect(valuesOf(up, 'panel_server_process_pids')).toEqual([1])
  expect(valuesOf(up, 'panel_server_memory_usage_bytes')[0]).toBeGreaterThan(0)
  // What nothing limits and nobody measures has no value, not 0.
  expect(
    up.samples.filter(
      ({ name }) => /limit|memory_usage_percent|network/.test(name) && name.startsWith('panel_server'),
    ),
  ).toEqual([])
  expect(up.of('rookery_server_state').map(({ labels }) => labels.state)).toEqual(['running'])

  const hostile = 'x"} 1 \\ 甲虫'
  await call('PUT', `/api/servers/${id}`, { name: hostile })
  expect((await scrape()).of('panel_server_up').map(({ labels }) => labels.server)).toEqual([hostile])

  await call('POST', `/api/servers/${id}/stop`)
  await until('it has stopped', async () => (await call('GET', `/api/servers/${id}`)).state === 'stopped')
  await look(daemon)
  await until('it is down', async () => valuesOf(await scrape(), 'panel_server_up').includes(0))
  const down = await scrape()
  expect(valuesOf(down, 'panel_server_memory_usage_bytes')).toEqual([])
  expect(down.of('rookery_server_state').map(({ labels }) => labels.state)).toEqual(['stopped'])

  await call('DELETE', `/api/servers/${id}`)
  expect((await scrape()).of('rookery_server_state')).toEqual([])
})

test('L4 what a node says of the server of another one is not told, and goes into the audit log', async () => {
  const liar = await world.addDaemon('Liar', byHand)
  const honest = await world.addDaemon('Honest', byHand)
  const id = await world.createArena(honest, { install: false })
  liar.reportedUsage = [
    { gameServerId: id, cpuPercent: 666, memoryBytes: 666, measured: { values: [1, 666] } },
  ]
  await look(liar)
  await look(honest)
  await until('it is in the audit log', () =>
    world.panel.logLines.some(line => line.includes('node.foreign_message')),
  )
  await until(
    'the server is told by its own node',
    async () => valuesOf(await scrape(), 'panel_server_up').length > 0,
  )
  const { samples, of } = await scrape()
  expect(of('panel_server_up').map(({ labels, value }) => [labels.node, value])).toEqual([['Honest', 0]])
  expect(samples.filter(({ value }) => value === 666)).toEqual([])
})

test('a node that is connected and has said nothing for minutes tells nothing', async () => {
  const daemon = await world.addDaemon('One', byHand)
  await world.createArena(daemon, { install: false })
  await look(daemon)
  const uptimes = async () => valuesOf(await scrape(), 'panel_node_uptime_seconds_total').length
  await until('the node is told', async () => (await uptimes()) === 1)
  const { clock } = world.panel
  Object.defineProperty(clock, 'nowMs', { get: () => Date.now() + 151_000 })
  const silent = await scrape()
  expect(valuesOf(silent, 'rookery_node_up')).toEqual([1])
  expect(silent.samples.filter(({ name }) => name.startsWith('panel_'))).toEqual([])
  expect(silent.of('rookery_server_state').map(({ labels }) => labels.state)).toEqual(['not_installed'])
  await look(daemon)
  await until('it is told again', async () => (await uptimes()) === 1)
})

test('a node that measures nothing tells nothing about which of its servers run', async () => {
  const daemon = await world.addDaemon('Off', { enabled: false, intervalSeconds: 5, retentionSeconds: 600 })
  const id = await world.createArena(daemon, { start: true })
  await until('it runs', async () => (await call('GET', `/api/servers/${id}`)).state === 'running')
  await until('the panel has asked', () => daemon.transfers.includes('watchUsage'))
  const told = await scrape()
  expect(valuesOf(told, 'rookery_node_up')).toEqual([1])
  expect(told.of('rookery_server_state').map(({ labels }) => labels.state)).toEqual(['running'])
  expect(told.samples.filter(({ name }) => name.startsWith('panel_'))).toEqual([])
})

test('more servers than PROMETHEUS_MAX_SERIES has room for are left out and counted, and the limit holds', async () => {
  const daemon = await world.addDaemon('One', byHand)
  const id = await world.createArena(daemon, { install: false })
  await look(daemon)
  await until('the node is told', async () => valuesOf(await scrape(), 'panel_node_load1').length > 0)
  const { db } = world.panel
  const { id: _, ...row } = await db
    .selectFrom('game_servers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 1_199 }, (_, at) => ({
    ...row,
    autostart: false,
    update_before_start: false,
    uuid: randomUUID(),
    name: `Copy ${at}`,
    port: 20_000 + at,
  }))
  for (let first = 0; first < copies.length; first += 100)
    await db
      .insertInto('game_servers')
      .values(copies.slice(first, first + 100))
      .execute()
  const bounded = await scrape()
  expect(bounded.samples.length).toBeLessThanOrEqual(10_000)
  const told = bounded.of('rookery_server_state').length
  expect(told).toBeGreaterThan(800)
  expect(bounded.of('rookery_scrape_left_out', { kind: 'server' })[0]?.value).toBe(1_200 - told)
  expect(bounded.of('rookery_scrape_left_out', { kind: 'node' })[0]?.value).toBe(0)
  expect(valuesOf(bounded, 'rookery_node_servers')).toEqual([1_200])
})
