// Metrics of this node and its game servers: measured every interval, held in memory for the retention time (8.5).

import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  GameServerUsage,
  MeasuredSeries,
  NodeUsage,
  UsageHistory,
  UsagePoint,
} from '@rookery/contracts/daemon/generated/link.ts'
import { gameServerSeries } from '@rookery/contracts/metric-series.ts'
import type { MetricRing } from '@rookery/primitives/metric-ring.ts'
import { type HostUsage, type HostUsageOptions, HostUsageReader } from '../../platform/host-usage.ts'
import type { Log } from '../../platform/log.ts'
import type { RunningProcess } from '../../platform/process-managers/process-manager.ts'
import type { MetricsHistory } from './history/history.ts'
import { type CpuMark, gameServerValues, nodeValues, stoppedValues } from './measured-value-rules.ts'
import { type MetricSource, MetricSources } from './metric-source.ts'
import { nodeUsageOf } from './node-usage-rules.ts'
import { startTicking } from './ticker.ts'

export interface MetricsOptions {
  settings: { enabled: boolean; intervalSeconds: number; retentionSeconds: number }
  phaseMs: number
  readHost: () => Promise<HostUsage>
  /** All game servers of this node; null for those that do not run. */
  gameServers: () => Iterable<{ id: number; process: RunningProcess | null }>
  nowMs: () => number
  /** A clock that never jumps, for loads. */
  monotonicMs: () => number
  newStreamId: () => string
  /** Stores every tick for longer; null where that is off. */
  history?: Pick<MetricsHistory, 'take'> | null
  log: Log
}

/** The node itself among the sources; game servers have numbers from 1 on. */
export const nodeSourceId = 0
/** After so many game servers others on this thread get their turn. */
const measuredInOneTurn = 10
const cpuAt = gameServerSeries.findIndex(({ name }) => name === 'panel_server_cpu_usage_percent')
const memoryAt = gameServerSeries.findIndex(({ name }) => name === 'panel_server_memory_usage_bytes')

interface Measured {
  process: RunningProcess
  cpu: CpuMark | null
  /** A measurement that has not come back yet: no second one is begun beside it. */
  isPending: boolean
}

interface NodeMetricsOptions
  extends Pick<MetricsOptions, 'settings' | 'gameServers' | 'nowMs' | 'history' | 'log'> {
  nodeId: number
  host: Pick<HostUsageOptions, 'networkInterfaces' | 'drives'>
}

/** The metrics of this very machine and its game servers. */
export function openMetrics({ nodeId, host, ...options }: NodeMetricsOptions): Metrics {
  const hostUsage = new HostUsageReader({ ...host, warn: text => options.log.warn(text) })
  return new Metrics({
    ...options,
    phaseMs: phaseMsOf(nodeId),
    readHost: () => hostUsage.read(),
    monotonicMs: () => performance.now(),
    newStreamId: randomUUID,
  })
}

/** Spreads the nodes of a panel over the interval: a large step that no usual interval divides. */
function phaseMsOf(nodeId: number): number {
  return (nodeId * 7_919) % 60_000
}

export class Metrics {
  readonly #options: MetricsOptions
  readonly #sources: MetricSources
  #measured = new Map<number, Measured>()
  #hostBefore: HostUsage | null = null
  #usage: GameServerUsage[] = []
  #newest: ReadonlyMap<number, readonly number[]> = new Map()
  #tickedAtSeconds: number | null = null
  #ticked = Promise.withResolvers<void>()
  #stop: (() => void) | null = null

  constructor(options: MetricsOptions) {
    this.#options = options
    this.#sources = new MetricSources(options.settings, options.newStreamId)
  }

  start(): void {
    const { settings, phaseMs, nowMs, log } = this.#options
    if (!settings.enabled) return
    const intervalMs = settings.intervalSeconds * 1000
    const work = (atSeconds: number) =>
      this.measure(atSeconds).catch(error => log.error({ err: error }, 'metrics could not be collected'))
    this.#stop = startTicking({ intervalMs, phaseMs, nowMs, work })
  }

  close(): void {
    this.#stop?.()
  }

  /** 0 when nothing is collected. */
  get retentionSeconds(): number {
    const { enabled, retentionSeconds } = this.#options.settings
    return enabled ? retentionSeconds : 0
  }

  /** Resolves at the next tick, when all that was measured for it can be read. */
  get ticked(): Promise<void> {
    return this.#ticked.promise
  }

  /** When everything was measured last; null before the first tick. */
  get tickedAtSeconds(): number | null {
    return this.#tickedAtSeconds
  }

  /** All series as they were at the last tick; undefined before the first one. */
  newestValues(id: number): MeasuredSeries | undefined {
    const values = this.#newest.get(id)
    return values && { values: [...values] }
  }

  /** null before the first tick, and for what this node does not know. */
  source(id: number): MetricSource | null {
    return this.#sources.get(id)
  }

  /** What every running game server used at the last tick. */
  usage(): readonly GameServerUsage[] {
    return this.#usage
  }

  /** What every running game server used in the seconds before the last tick; the last tick itself is usage(). */
  usageHistory(seconds: number): UsageHistory[] {
    return this.#usage.flatMap(({ gameServerId }) => {
      const ring = this.source(gameServerId)?.ring
      return ring ? [{ gameServerId, points: pastUsage(ring, seconds) }] : []
    })
  }

  /** What the node itself uses, now and lately. */
  nodeUsage(): NodeUsage {
    const ring = this.source(nodeSourceId)?.ring
    return ring ? nodeUsageOf(ring) : {}
  }

  /** One tick: measures everything, then appends all of it at once. */
  async measure(atSeconds: number): Promise<void> {
    const { readHost, gameServers } = this.#options
    const host = await readHost()
    const measured = new Map<number, readonly number[]>()
    measured.set(nodeSourceId, nodeValues(host, this.#hostBefore))
    this.#hostBefore = host
    const all = [...gameServers()]
    for (let first = 0; first < all.length; first += measuredInOneTurn) {
      const some = all.slice(first, first + measuredInOneTurn)
      const values = await Promise.all(some.map(one => this.#valuesOf(one.id, one.process)))
      for (const [at, one] of some.entries()) measured.set(one.id, values[at] ?? stoppedValues)
      await nextTurn()
    }
    this.#append(atSeconds, measured)
  }

  #append(atSeconds: number, measured: ReadonlyMap<number, readonly number[]>): void {
    for (const [id, values] of measured) this.#sources.append(id, atSeconds, values)
    const ids = new Set(measured.keys())
    this.#sources.keepOnly(ids)
    for (const id of this.#measured.keys()) if (!ids.has(id)) this.#measured.delete(id)
    this.#usage = [...measured].filter(([id, [isUp]]) => id !== nodeSourceId && isUp === 1).map(usageOf)
    this.#newest = measured
    this.#tickedAtSeconds = atSeconds
    this.#options.history?.take(atSeconds, nodeSourceId, measured)
    const { resolve } = this.#ticked
    this.#ticked = Promise.withResolvers()
    resolve()
  }

  async #valuesOf(id: number, process: RunningProcess | null): Promise<readonly number[]> {
    if (process === null) return stoppedValues
    const known = this.#measured.get(id)
    const game = known?.process === process ? known : { process, cpu: null, isPending: false }
    this.#measured.set(id, game)
    if (game.isPending) return gameServerValues({}, { before: null, now: null })
    const limit = Promise.withResolvers<readonly number[]>()
    const timer = setTimeout(
      () => limit.resolve(gameServerValues({}, { before: null, now: null })),
      this.#options.settings.intervalSeconds * 500,
    )
    const values = await Promise.race([this.#measure(game), limit.promise])
    clearTimeout(timer)
    return values
  }

  async #measure(game: Measured): Promise<readonly number[]> {
    game.isPending = true
    try {
      const usage = await game.process.usage()
      const before = game.cpu
      const now =
        usage.cpuSeconds === undefined
          ? null
          : { cpuSeconds: usage.cpuSeconds, atMs: this.#options.monotonicMs() }
      game.cpu = now
      return gameServerValues(usage, { before, now })
    } catch {
      // It has ended in between, or its manager does not answer: that it runs is all that is known.
      return gameServerValues({}, { before: null, now: null })
    } finally {
      game.isPending = false
    }
  }
}

/** Points closer to each other than this are not seen in a small curve. */
const smallestStepSeconds = 3

function pastUsage(ring: MetricRing, seconds: number): UsagePoint[] {
  const newest = ring.newestAtSeconds ?? 0
  const points: UsagePoint[] = []
  let before = newest
  for (let seq = ring.endSeq - 2; seq >= ring.startSeq; seq--) {
    const at = ring.timeOf(seq)
    if (newest - at > seconds) break
    if (before - at < smallestStepSeconds) continue
    before = at
    points.push({
      secondsAgo: newest - at,
      cpuPercent: known(ring.valueOf(seq, cpuAt)),
      memoryBytes: known(ring.valueOf(seq, memoryAt)),
    })
  }
  return points.reverse()
}

function usageOf([gameServerId, values]: [number, readonly number[]]): GameServerUsage {
  return { gameServerId, cpuPercent: known(values[cpuAt]), memoryBytes: known(values[memoryAt]) }
}

function known(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value
}
