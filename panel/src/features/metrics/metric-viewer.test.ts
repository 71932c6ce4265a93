// Viewers of metrics: history, the mark and live points, whenever they join and however the node comes and goes.

import { EventEmitter } from 'node:events'
import type { MetricTicks } from '@rookery/contracts/daemon/generated/link.ts'
import { nodeSeries } from '@rookery/contracts/metric-series.ts'
import type { MetricsMessage } from '@rookery/contracts/websocket/metrics.ts'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { proofSize } from '../../../../test-services/proof-size.ts'
import type { LoginSessionCaller } from '../../platform/caller.ts'
import type { Transfer } from '../../platform/daemon-link/transfers.ts'
import { Connection } from '../../platform/websocket/connection.ts'
import { type MetricForm, readMetricForm } from './metric-form-rules.ts'
import { MetricViewer } from './metric-viewer.ts'
import { MetricWatch } from './metric-watch.ts'

const now = () => 1_000_000
const ticksRetained = 20
const uptimeAt = nodeSeries.findIndex(({ name }) => name === 'panel_node_uptime_seconds_total')
const valuesOf = (uptime: number) => nodeSeries.map((_, at) => (at === uptimeAt ? uptime : Number.NaN))

/** A node's end of the link, in memory: keeps its ticks and sends them as the daemon does. */
class TestNode {
  isOnline = true
  streamId = 'first'
  #ticks: number[] = []
  #streams = new Set<{ push(body: MetricTicks): void; end(): void }>()
  opened = 0

  readonly link = {
    isOnline: () => this.isOnline,
    openTransfer: async (_nodeId: number, purpose: { $case: string; value: object }): Promise<Transfer> => {
      this.opened += 1
      const { sinceSeq, streamId } = purpose.value as { sinceSeq: number; streamId: string }
      const first = this.#ticks.length - Math.min(ticksRetained, this.#ticks.length)
      const from = streamId === this.streamId ? Math.max(sinceSeq, first) : first
      return this.#stream(this.#message(from, this.#ticks.length, true))
    },
  }

  tick(atSeconds: number): void {
    this.#ticks.push(atSeconds)
    for (const stream of this.#streams) stream.push(this.#message(this.#ticks.length - 1, this.#ticks.length))
  }

  leave(): void {
    this.isOnline = false
    for (const stream of this.#streams) stream.end()
  }

  restart(): void {
    this.#ticks = []
    this.streamId = 'second'
    this.isOnline = true
  }

  #message(from: number, to: number, endOfHistory = false): MetricTicks {
    const ticks = this.#ticks.slice(from, to).map(atSeconds => ({ atSeconds, values: valuesOf(atSeconds) }))
    return { streamId: this.streamId, seq: from, ticks, endOfHistory, retentionSeconds: ticksRetained * 5 }
  }

  #stream(first: MetricTicks): Transfer {
    const waiting = [first]
    let wake = Promise.withResolvers<void>()
    let isOver = false
    const stream = {
      push(body: MetricTicks) {
        waiting.push(body)
        wake.resolve()
      },
      end() {
        isOver = true
        wake.resolve()
      },
    }
    this.#streams.add(stream)
    const streams = this.#streams
    async function* bodies() {
      while (!isOver) {
        const value = waiting.shift()
        if (value) yield { $case: 'metrics' as const, value }
        else {
          await wake.promise
          wake = Promise.withResolvers()
        }
      }
      streams.delete(stream)
    }
    return { [Symbol.asyncIterator]: bodies, close: stream.end, send: async () => {} }
  }
}

/** A browser's socket that takes what it is sent after some turns of the loop. */
class TestSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly messages: MetricsMessage[] = []
  readonly #turns: number

  constructor(turns: number) {
    super()
    this.#turns = turns
  }

  send(message: Buffer, _options: object, done?: () => void): void {
    this.messages.push(JSON.parse(message.toString()))
    if (done) void this.#after(this.#turns, done)
  }

  close(): void {
    this.readyState = 3
    this.emit('close')
  }

  terminate(): void {}

  async #after(turns: number, done: () => void): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    done()
  }
}

function formOf(query: Record<string, string>): MetricForm {
  const form = readMetricForm(query, 'node')
  if ('problem' in form) throw new Error(form.problem)
  return form
}
const asSamples = formOf({})
const asColumns = formOf({ form: 'columns' })

function join(watch: MetricWatch, turns = 0, form = asSamples): TestSocket {
  const socket = new TestSocket(turns)
  const connection = new Connection(socket as unknown as WebSocket, {} as LoginSessionCaller, {
    now,
    denied: () => {},
  })
  const viewer = new MetricViewer(connection, { scope: 'one', form, now })
  connection.onClose(() => watch.remove(viewer))
  viewer.follow(watch)
  viewer.begin()
  return socket
}

const newWatch = (node: TestNode) => new MetricWatch({ kind: 'node', id: 3, nodeId: 3 }, node.link, now)
const typesOf = ({ messages }: TestSocket) => messages.map(({ type }) => type)
const timesOf = ({ messages }: TestSocket) =>
  messages.flatMap(({ payload }) => {
    if ('columns' in payload) return payload.columns.flatMap(({ times }) => times)
    return 'samples' in payload ? payload.samples.flatMap(({ points }) => points.map(([at]) => at)) : []
  })
const turn = () => new Promise(resolve => setImmediate(resolve))

test('T-086 (C266) thousands of joins while points come in: history, one mark, then live; nothing twice, nothing lost', async () => {
  const node = new TestNode()
  const watch = newWatch(node)
  const anchor = join(watch)
  void watch.run()
  const sockets: { socket: TestSocket; joinedAt: number }[] = []
  const lastTick = proofSize({ short: 500, proof: 2_500 })
  for (let tick = 1; tick <= lastTick; tick++) {
    for (let turns = 0; turns < 4; turns++) {
      const form = turns % 2 === 0 ? asSamples : asColumns
      sockets.push({ socket: join(watch, turns * 3, form), joinedAt: tick })
      if (turns === 1) node.tick(tick * 5)
      await Promise.resolve()
    }
    if (tick % 3 === 0) await turn()
    for (const { socket } of sockets.slice(-60, -40)) socket.close()
  }
  await turn()
  expect(node.opened).toBe(1)
  expect(sockets).toHaveLength(4 * lastTick)
  const wrong = sockets.filter(({ socket, joinedAt }) => {
    const times = timesOf(socket)
    const types = typesOf(socket)
    const marks = types.filter(type => type === 'metrics.replay.done').length
    const isInOrder = types.lastIndexOf('metrics.replay') < types.indexOf('metrics.replay.done')
    const isComplete = times.every((at, index) => at === (times[0] ?? 0) + index * 5)
    const isFromTheStart = (times[0] ?? 0) <= Math.max(1, joinedAt - ticksRetained + 6) * 5
    return marks !== 1 || !isInOrder || !isComplete || !isFromTheStart || times.length < 10
  })
  expect(wrong.filter(({ joinedAt }) => joinedAt < lastTick - 10)).toEqual([])
  expect(timesOf(anchor)).toHaveLength(lastTick)
  watch.close()
})

test('6.2 (C267) a node that is away at the start is told; its history follows when it is back', async () => {
  const node = new TestNode()
  node.isOnline = false
  node.tick(5)
  const watch = newWatch(node)
  const socket = join(watch)
  await watch.run()
  await turn()
  expect(socket.messages).toMatchObject([{ type: 'metrics.error', payload: { code: 'node_offline' } }])
  node.isOnline = true
  const running = watch.run()
  await turn()
  node.tick(10)
  await turn()
  expect(typesOf(socket)).toEqual(['metrics.error', 'metrics.replay', 'metrics.replay.done', 'metrics'])
  expect(timesOf(socket)).toEqual([5, 10])
  watch.close()
  await running
})

test('6.2 a node that comes back goes on without a gap, also when its daemon has begun anew (C336)', async () => {
  const node = new TestNode()
  for (const at of [5, 10, 15]) node.tick(at)
  const watch = newWatch(node)
  const socket = join(watch)
  const first = watch.run()
  await turn()
  node.leave()
  await first
  node.tick(20)
  node.isOnline = true
  const second = watch.run()
  await turn()
  node.tick(25)
  await turn()
  expect(timesOf(socket)).toEqual([5, 10, 15, 20, 25])
  node.leave()
  await second
  node.restart()
  node.tick(40)
  const third = watch.run()
  await turn()
  node.tick(45)
  await turn()
  expect(timesOf(socket)).toEqual([5, 10, 15, 20, 25, 40, 45])
  expect(typesOf(socket)).not.toContain('metrics.error')
  expect(typesOf(socket).filter(type => type === 'metrics.replay.done')).toHaveLength(1)
  watch.close()
  await third
})

test('8.5 what the node has forgotten meanwhile is not replayed to who comes later', async () => {
  const node = new TestNode()
  let nowMs = 1_000_000
  for (let at = 5; at <= 100; at += 5) node.tick(at)
  const watch = new MetricWatch({ kind: 'node', id: 3, nodeId: 3 }, node.link, () => nowMs)
  join(watch)
  const running = watch.run()
  await turn()
  nowMs += 50_000
  expect(timesOf(await settled(join(watch)))).toEqual([55, 60, 65, 70, 75, 80, 85, 90, 95, 100])
  watch.close()
  await running

  async function settled(socket: TestSocket): Promise<TestSocket> {
    await turn()
    return socket
  }
})

test('6.2 columns tell what samples tell, history and live, with each time once', async () => {
  const node = new TestNode()
  const watch = newWatch(node)
  for (const at of [5, 10, 15]) node.tick(at)
  const running = watch.run()
  const [samples, columns] = [join(watch), join(watch, 0, asColumns)]
  await turn()
  node.tick(20)
  await turn()
  expect(typesOf(columns)).toEqual(typesOf(samples))
  const labels = { node_id: 3 }
  const told = (times: number[]) => ({
    payload: { columns: [{ labels, times, values: { panel_node_uptime_seconds_total: times } }] },
  })
  expect(columns.messages).toMatchObject([told([5, 10, 15]), { type: 'metrics.replay.done' }, told([20])])
  expect(timesOf(samples)).toEqual(timesOf(columns))
  watch.close()
  await running
})

test('6.2 a viewer is told only the series that it asks for, and nothing of those that are not measured', async () => {
  const node = new TestNode()
  const watch = newWatch(node)
  node.tick(5)
  const running = watch.run()
  const cpuAlone = formOf({ form: 'columns', series: 'panel_node_cpu_usage_percent' })
  const both = formOf({ series: 'panel_node_uptime_seconds_total,panel_node_cpu_usage_percent' })
  const [blind, seeing] = [join(watch, 0, cpuAlone), join(watch, 0, both)]
  await turn()
  node.tick(10)
  await turn()
  expect(typesOf(blind)).toEqual(['metrics.replay.done'])
  expect(typesOf(seeing)).toEqual(['metrics.replay', 'metrics.replay.done', 'metrics'])
  expect(seeing.messages[0]).toMatchObject({
    payload: { samples: [{ name: 'panel_node_uptime_seconds_total', points: [[5, 5]] }] },
  })
  watch.close()
  await running
})

test('4.4 of many nodes several are told in one message, each once, and none that is hidden', async () => {
  const nodes = Array.from({ length: 70 }, () => new TestNode())
  for (const node of nodes) for (let at = 5; at <= 100; at += 5) node.tick(at)
  const watches = nodes.map(
    ({ link }, index) => new MetricWatch({ kind: 'node', id: index, nodeId: index }, link, now),
  )
  const socket = new TestSocket(2)
  const connection = new Connection(socket as unknown as WebSocket, {} as LoginSessionCaller, {
    now,
    denied: () => {},
  })
  const viewer = new MetricViewer(connection, { scope: 'all nodes', form: asColumns, now })
  for (const watch of watches) viewer.follow(watch)
  viewer.hide(new Set([7]))
  const running = watches.map(watch => watch.run())
  viewer.begin()
  await expect.poll(() => typesOf(socket).at(-1), { timeout: 60_000 }).toBe('metrics.replay.done')
  const told = socket.messages.flatMap(({ payload }) => ('columns' in payload ? payload.columns : []))
  const seen = told.map(({ labels, times }) => [labels, times.length] as const)
  const expected = nodes.flatMap((_, node_id) => (node_id === 7 ? [] : [[{ node_id }, 20] as const]))
  expect(ofEach(seen)).toEqual(ofEach(expected))
  // A frame has room for thirty of them.
  expect(socket.messages.length).toBeLessThan(nodes.length / 2)
  for (const watch of watches) watch.close()
  await Promise.all(running)

  /** How many ticks of each node, however they were cut into messages. */
  function ofEach(parts: (readonly [object, number])[]): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const [labels, count] of parts) {
      const key = JSON.stringify(labels)
      counts[key] = (counts[key] ?? 0) + count
    }
    return counts
  }
})
