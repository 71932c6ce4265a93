// A watch of metrics against the real collector: no point is lost or doubled, whenever somebody joins.

import type { GameServersUsage, MetricTicks, WatchUsage } from '@rookery/contracts/daemon/generated/link.ts'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { proofSize } from '../../../../test-services/proof-size.ts'
import type { HostUsage } from '../../platform/host-usage.ts'
import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import { Metrics, type MetricsOptions, nodeSourceId } from './metrics.ts'
import { isSmallUsage, isSmallWatch, sendUsage, watchMetrics } from './watch-metrics.ts'

function collector(change: Partial<MetricsOptions> = {}): Metrics {
  let streams = 0
  let uptimeSeconds = 0
  return new Metrics({
    settings: { enabled: true, intervalSeconds: 5, retentionSeconds: 600 },
    phaseMs: 0,
    readHost: async (): Promise<HostUsage> => ({ uptimeSeconds: ++uptimeSeconds }),
    gameServers: () => [],
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    newStreamId: () => `stream ${++streams}`,
    log: pino({ level: 'silent' }),
    ...change,
  })
}

const everything = { gameServerId: nodeSourceId, sinceSeq: 0, streamId: '' }
const timesOf = (messages: MetricTicks[]) =>
  messages.flatMap(({ ticks }) => ticks.map(tick => tick.atSeconds))

/** Reads until `isEnough`; the rest of the watch is left. */
async function readUntil(
  metrics: Metrics,
  isEnough: (messages: MetricTicks[]) => boolean,
  request = everything,
): Promise<MetricTicks[]> {
  const leave = new AbortController()
  const messages: MetricTicks[] = []
  for await (const message of watchMetrics(metrics, request, leave.signal)) {
    messages.push(message)
    if (isEnough(messages)) break
  }
  leave.abort()
  return messages
}

test('T-086 (C266) thousands of joins in the middle of appends, at the edge of the retention: nothing twice, nothing lost', async () => {
  const metrics = collector({ settings: { enabled: true, intervalSeconds: 5, retentionSeconds: 100 } })
  const lastTick = proofSize({ short: 1_000, proof: 5_000 })
  const joins: Promise<MetricTicks[]>[] = []
  for (let tick = 1; tick <= lastTick; tick++) {
    const join = () => {
      const untilTime = Math.min(lastTick, tick + 5) * 5
      joins.push(readUntil(metrics, all => all.length > 1 && (timesOf(all).at(-1) ?? 0) >= untilTime))
    }
    join()
    const looking = metrics.measure(tick * 5)
    if (tick < lastTick) join()
    await looking
  }
  await metrics.measure((lastTick + 1) * 5)
  const watches = await Promise.all(joins)
  expect(watches.length).toBeGreaterThanOrEqual(2 * lastTick - 1)
  const spans = watches.map(messages => {
    const times = timesOf(messages)
    const history = timesOf(messages.slice(0, messages.findIndex(({ endOfHistory }) => endOfHistory) + 1))
    return {
      marks: messages.filter(({ endOfHistory }) => endOfHistory).length,
      isComplete: times.every((at, index) => at === (times[0] ?? 0) + 5 * index),
      historySeconds: (history.at(-1) ?? 0) - (history[0] ?? 0),
    }
  })
  expect(spans.filter(({ marks, isComplete }) => marks !== 1 || !isComplete)).toEqual([])
  expect(Math.max(...spans.map(({ historySeconds }) => historySeconds))).toBe(95)
})

test('8.5 (C334, C335) history is as long as the retention says, and no longer', async () => {
  for (const [intervalSeconds, retentionSeconds] of [
    [5, 600],
    [1, 3_600],
    [30, 600],
    [60, 3_600],
  ] as const) {
    const metrics = collector({ settings: { enabled: true, intervalSeconds, retentionSeconds } })
    const ticks = retentionSeconds / intervalSeconds
    for (let tick = 1; tick <= 2 * ticks; tick++) await metrics.measure(tick * intervalSeconds)
    const times = timesOf(await readUntil(metrics, all => all.at(-1)?.endOfHistory === true))
    expect(times).toHaveLength(ticks)
    expect(times.at(-1)).toBe(2 * retentionSeconds)
  }
})

test('6.2 who comes back with a position gets the rest alone; after a new beginning, all of it', async () => {
  const metrics = collector()
  for (let tick = 1; tick <= 20; tick++) await metrics.measure(tick * 5)
  const atEnd = (all: MetricTicks[]) => all.at(-1)?.endOfHistory === true
  const streamId = metrics.source(nodeSourceId)?.streamId ?? ''
  const rest = await readUntil(metrics, atEnd, { ...everything, sinceSeq: 17, streamId })
  expect(timesOf(rest)).toEqual([90, 95, 100])
  const ahead = await readUntil(metrics, atEnd, { ...everything, sinceSeq: 99, streamId })
  expect(timesOf(ahead)).toEqual([])
  const other = await readUntil(metrics, atEnd, {
    ...everything,
    sinceSeq: 17,
    streamId: 'of another daemon',
  })
  expect(timesOf(other)).toHaveLength(20)
  // The clock is set back: a history with two clocks would have no order.
  await metrics.measure(50)
  const anew = await readUntil(metrics, atEnd, { ...everything, sinceSeq: 20, streamId })
  expect(timesOf(anew)).toEqual([50])
  expect(anew[0]?.streamId).not.toBe(streamId)
})

test('8.5 (C337) metrics that are off: the history ends at once, and nothing follows', async () => {
  const metrics = collector({ settings: { enabled: false, intervalSeconds: 5, retentionSeconds: 600 } })
  metrics.start()
  const messages = await readUntil(metrics, all => all.at(-1)?.endOfHistory === true)
  expect(messages).toEqual([{ streamId: '', seq: 0, ticks: [], endOfHistory: true, retentionSeconds: 0 }])
})

test('6.2 a game server that the node learns of later is told from its first point on', async () => {
  const gameServers: { id: number; process: null }[] = []
  const metrics = collector({ gameServers: () => gameServers })
  await metrics.measure(5)
  const watching = readUntil(metrics, all => timesOf(all).length === 2, { ...everything, gameServerId: 7 })
  await metrics.measure(10)
  gameServers.push({ id: 7, process: null })
  await metrics.measure(15)
  await metrics.measure(20)
  const messages = await watching
  expect(timesOf(messages)).toEqual([15, 20])
  expect(messages[0]).toMatchObject({ ticks: [], endOfHistory: true })
})

const usageAnswers = async (metrics: Metrics, asked: Partial<WatchUsage>, answers: number) => {
  const leave = new AbortController()
  const sent: GameServersUsage[] = []
  let watchers = 0
  const players = {
    watch: () => {
      watchers += 1
      return () => {
        watchers -= 1
      }
    },
    of: (id: number) => (id === 1 ? { players: 3, maxPlayers: 20 } : null),
  }
  await sendUsage(
    { metrics, players, panelIdOf: id => (id === 9 ? null : id + 100) },
    { historySeconds: 0, everySeconds: 0, allSeries: false, ...asked },
    {
      signal: leave.signal,
      async write(body) {
        if (body?.$case === 'usage') sent.push(body.value)
        if (sent.length === answers) leave.abort()
      },
    },
  )
  expect(watchers).toBe(0)
  return sent
}

function running(id: number): { id: number; process: RunningProcess } {
  const process = { usage: async () => ({ memoryBytes: id * 1_000 }) } as RunningProcess
  return { id, process }
}

test('a list gets the last minute of all that run, and how many play, in the first answers', async () => {
  const metrics = collector({ gameServers: () => [running(1), running(2), running(9)] })
  for (let tick = 1; tick <= 20; tick++) await metrics.measure(tick * 5)
  const [past, now] = await usageAnswers(metrics, { historySeconds: 60 }, 2)
  expect(past?.gameServers).toEqual([])
  expect(past?.history.map(({ gameServerId }) => gameServerId)).toEqual([101, 102])
  const ages = past?.history[1]?.points.map(({ secondsAgo }) => secondsAgo)
  expect(ages).toEqual([60, 55, 50, 45, 40, 35, 30, 25, 20, 15, 10, 5])
  expect(past?.history[1]?.points[0]?.memoryBytes).toBe(2_000)
  expect(now?.history).toEqual([])
  expect(now?.gameServers).toMatchObject([
    { gameServerId: 101, memoryBytes: 1_000, players: 3, maxPlayers: 20 },
    { gameServerId: 102, memoryBytes: 2_000 },
  ])
  expect(now?.gameServers[1]).not.toHaveProperty('players')
})

test('a panel that does not ask for the past gets what it always got', async () => {
  const metrics = collector({ gameServers: () => [running(1)] })
  for (let tick = 1; tick <= 3; tick++) await metrics.measure(tick * 5)
  const [first] = await usageAnswers(metrics, {}, 1)
  expect(first?.history).toEqual([])
  expect(first?.gameServers[0]).not.toHaveProperty('players')
  expect(first?.gameServers[0]).not.toHaveProperty('measured')
  expect(first?.node).not.toHaveProperty('measured')
})

test('who asks for all series gets all of them, of those that run and of the node, in the order of the contract', async () => {
  const stopped = { id: 3, process: null }
  const metrics = collector({ gameServers: () => [running(1), stopped, running(9)] })
  await metrics.measure(5)
  const [first] = await usageAnswers(metrics, { allSeries: true }, 1)
  expect(first?.gameServers.map(({ gameServerId }) => gameServerId)).toEqual([101])
  const told = first?.gameServers[0]?.measured?.values ?? []
  expect(
    gameServerSeries.flatMap(({ name }, at) => (Number.isNaN(told[at]) ? [] : [[name, told[at]]])),
  ).toEqual([
    ['panel_server_up', 1],
    ['panel_server_memory_usage_bytes', 1_000],
  ])
  expect(told).toHaveLength(gameServerSeries.length)
  const ofNode = first?.node?.measured?.values ?? []
  expect(
    nodeSeries.flatMap(({ name }, at) => (Number.isNaN(ofNode[at]) ? [] : [[name, ofNode[at]]])),
  ).toEqual([['panel_node_uptime_seconds_total', 1]])
})

test('a node that measures nothing tells no series', async () => {
  const metrics = collector({ gameServers: () => [running(1)] })
  const [first] = await usageAnswers(metrics, { allSeries: true }, 1)
  expect(first).toEqual({ gameServers: [], history: [], node: { measured: undefined } })
})

test('who asks for less is told less often, also when the clock is set back', async () => {
  const metrics = collector()
  const measuredAt = [100, 105, 110, 115, 120, 40, 45, 50, 55]
  await metrics.measure(95)
  const sent = usageAnswers(metrics, { allSeries: true, everySeconds: 15 }, 4)
  for (const at of measuredAt) await metrics.measure(at)
  const uptimes = (await sent).map(({ node }) => node?.measured?.values.at(-1))
  // At 95, 110, 40 and 55: the uptime of this collector counts its measurements.
  expect(uptimes).toEqual([1, 4, 7, 10])
})

test('L1 a watch is small when what it begins with fits in one message', async () => {
  const metrics = collector({ settings: { enabled: true, intervalSeconds: 1, retentionSeconds: 600 } })
  expect(isSmallWatch(metrics, everything)).toBe(true)
  for (let at = 1; at <= 256; at++) await metrics.measure(at)
  expect(isSmallWatch(metrics, everything)).toBe(true)
  await metrics.measure(257)
  expect(isSmallWatch(metrics, everything)).toBe(false)
  const streamId = metrics.source(nodeSourceId)?.streamId ?? ''
  expect(isSmallWatch(metrics, { ...everything, streamId, sinceSeq: 1 })).toBe(true)
  expect(isSmallWatch(metrics, { ...everything, streamId: 'of another start', sinceSeq: 200 })).toBe(false)
  expect(isSmallUsage(metrics)).toBe(true)
})
