// Metrics at their bounds: long histories, a reader that stops, a node that speaks of others' game servers.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../panel/test/tokens/people.ts'
import {
  byHand,
  countOf,
  longestByHand,
  longestHistorySeconds,
  MetricsWorld,
  type TestDaemon,
  timesOf,
  until,
} from '../metrics/metrics-world.ts'

const uptime = 'panel_node_uptime_seconds_total'
const begins = 1_700_000_000
/** When the history has been full for a while. */
const goesOn = begins + longestHistorySeconds + 100
let world: MetricsWorld
beforeEach(async () => {
  world = await new MetricsWorld().start()
})
afterEach(() => world.stop())

async function lookEverySecond(daemon: TestDaemon, fromSeconds: number, count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await daemon.app.metrics.measure(fromSeconds + tick)
}

test(`8.5 ${longestHistorySeconds} points of each of several nodes reach a reader whole; one that stops reading delays nobody`, async () => {
  const daemons: TestDaemon[] = []
  for (const name of ['One', 'Two']) {
    const daemon = await world.addDaemon(name, longestByHand)
    await lookEverySecond(daemon, begins, goesOn - begins)
    daemons.push(daemon)
  }
  const stopped = await world.open('/api/ws/nodes/metrics')
  stopped.socket.pause()
  const { frames, closed } = await world.open('/api/ws/nodes/metrics')
  await until('the history is there', () => countOf(frames, 'metrics.replay.done') === 1)
  for (const daemon of daemons) await lookEverySecond(daemon, goesOn, 3)
  await until('live points come', () => countOf(frames, 'metrics') >= 6)
  for (const { nodeId } of daemons) {
    const times = timesOf(frames, uptime, { node_id: nodeId })
    expect(times.length).toBeGreaterThanOrEqual(longestHistorySeconds)
    expect(times).toEqual(Array.from({ length: times.length }, (_, at) => (times[0] ?? 0) + at))
    expect(times.at(-1)).toBe(goesOn + 2)
  }
  expect(closed).toEqual([])
  stopped.socket.resume()
  await until('who reads again gets all of it', () => countOf(stopped.frames, 'metrics.replay.done') === 1)
  const late = timesOf(stopped.frames, uptime, { node_id: daemons[0]?.nodeId ?? 0 })
  expect(late).toEqual(Array.from({ length: late.length }, (_, at) => (late[0] ?? 0) + at))
})

test('3 (C352) a node that speaks of the game server of another is not heard, and the audit log tells it', async () => {
  const honest = await world.addDaemon('Honest', byHand)
  const liar = await world.addDaemon('Liar', byHand)
  const id = await world.createArena(honest, { install: false })
  const own = await world.createArena(liar, { install: false })
  liar.reportedUsage = [
    { gameServerId: own, cpuPercent: 1, memoryBytes: 1 },
    { gameServerId: id, cpuPercent: 666, memoryBytes: 666 },
  ]
  const { frames } = await world.open('/api/ws/events')
  await until('the audit log tells it', () =>
    world.panel.logLines.some(line => line.includes('node.foreign_message') && line.includes('"usage"')),
  )
  liar.reportedUsage = [{ gameServerId: own, cpuPercent: 1, memoryBytes: 1 }]
  await liar.app.metrics.measure(1_700_000_000)
  await until('what is its own is told', () => countOf(frames, 'event.usage') > 0)
  const reported = frames.flatMap(({ payload }) => payload.servers ?? [])
  expect(reported).toEqual([[own, 1, 1]])
})

test('6.2 use is told again to who comes right after the last one has left, and asked of a node only while somebody listens', async () => {
  const daemon = await world.addDaemon('One', byHand)
  const id = await world.createArena(daemon, { install: false })
  daemon.reportedUsage = [{ gameServerId: id, cpuPercent: undefined, memoryBytes: 7 }]
  const sessionToken = await world.panel.signIn()
  expect(daemon.transfers).toEqual([])
  for (let round = 0; round < 5; round++) {
    const { frames, socket } = await world.open('/api/ws/events', sessionToken)
    await until('it is told', () => countOf(frames, 'event.usage') > 0)
    expect(frames.find(({ type }) => type === 'event.usage')?.payload.servers).toEqual([[id, null, 7]])
    socket.terminate()
  }
})

test('5.6 (C340) on the channel of all nodes a node that is denied to somebody is not told, from the denial on', async () => {
  const open = await world.addDaemon('Open', byHand)
  const closed = await world.addDaemon('Closed', byHand)
  const person = await addPerson(world.panel, 'viewer')
  const decide = async (effect: 'allow' | 'deny', objectId: number) => {
    const row = {
      user_id: person.id,
      permission: 'view',
      effect,
      object_type: 'node',
      object_id: objectId,
    } as const
    await world.panel.db.insertInto('user_permissions').values(row).execute()
    world.panel.app.changes.publish({ kind: 'rights-changed', userId: person.id })
  }
  await decide('allow', 0)
  await open.app.metrics.measure(5)
  await closed.app.metrics.measure(5)
  const early = await world.open('/api/ws/nodes/metrics', person.sessionToken)
  await until('both are told', () => timesOf(early.frames, uptime).length === 2)
  await decide('deny', closed.nodeId)
  const late = await world.open('/api/ws/nodes/metrics', person.sessionToken)
  await until('its history is there', () => countOf(late.frames, 'metrics.replay.done') === 1)
  await closed.app.metrics.measure(10)
  await open.app.metrics.measure(10)
  await until('the open one is told', () =>
    [early, late].every(({ frames }) => timesOf(frames, uptime, { node_id: open.nodeId }).at(-1) === 10),
  )
  expect(timesOf(early.frames, uptime, { node_id: closed.nodeId })).toEqual([5])
  expect(timesOf(late.frames, uptime, { node_id: closed.nodeId })).toEqual([])
})

test('4.4 a node that is deleted closes its channel with 4404', async () => {
  const daemon = await world.addDaemon('Short-lived', byHand)
  const { closed } = await world.open(`/api/ws/nodes/${daemon.nodeId}/metrics`)
  const sessionToken = await world.panel.signIn()
  expect((await world.panel.request('DELETE', `/api/nodes/${daemon.nodeId}`, { sessionToken })).status).toBe(
    204,
  )
  await until('the channel is closed', () => closed.length > 0)
  expect(closed).toEqual([4404])
})
