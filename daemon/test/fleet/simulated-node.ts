// A node whose machine is made up: its certificate, its link and its metric watches are real, the values are not.

import { randomUUID } from 'node:crypto'
import { NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { MetricSources } from '../../src/features/metrics/metric-source.ts'
import { nodeSourceId } from '../../src/features/metrics/metrics.ts'
import { isSmallWatch, sendUsage, watchMetrics } from '../../src/features/metrics/watch-metrics.ts'
import type { EnrolledNode } from '../../src/platform/panel-link/enroll.ts'
import { LinkRefusal } from '../../src/platform/panel-link/link-hooks.ts'
import { PanelLink } from '../../src/platform/panel-link/panel-link.ts'

export const intervalSeconds = 5
const retentionSeconds = 600
const silent = { info: () => {}, warn: () => {}, error: () => {} }

export class SimulatedNode {
  readonly nodeId: number
  readonly link: PanelLink
  /** When it has measured, in Unix seconds. */
  readonly moments: number[] = []
  /** How often the panel has welcomed it. */
  welcomes = 0
  readonly #sources = new MetricSources({ intervalSeconds, retentionSeconds }, randomUUID)
  readonly #gameServerIds: readonly number[]
  #tickedAtSeconds: number | null = null
  #ticked = Promise.withResolvers<void>()

  constructor(enrolled: EnrolledNode, gameServerIds: readonly number[]) {
    this.nodeId = enrolled.nodeId
    this.#gameServerIds = gameServerIds
    const nextTick = () => this.#ticked.promise
    const lastTick = () => this.#tickedAtSeconds
    const watched = {
      retentionSeconds,
      source: (id: number) => this.#sources.get(id),
      get ticked() {
        return nextTick()
      },
      get tickedAtSeconds() {
        return lastTick()
      },
      usage: () => gameServerIds.map(gameServerId => ({ gameServerId })),
      usageHistory: () => [],
      nodeUsage: () => ({}),
      newestValues: (id: number) => this.#newestValues(id),
    }
    const usageDeps = {
      metrics: watched,
      players: { watch: () => () => {}, of: () => null },
      panelIdOf: (id: number) => id,
    }
    this.link = new PanelLink({
      ...enrolled,
      instanceId: randomUUID(),
      hooks: {
        describe: () => ({ facts: NodeFacts.create({ version: '1' }), gameServers: [], tasks: [] }),
        settings: () => {},
        welcomed: () => {
          this.welcomes += 1
        },
        received: () => {},
        refuseLate: () => {},
        answer: async () => ({}),
        isSmall: purpose =>
          purpose.$case === 'watchUsage' ||
          (purpose.$case === 'watchMetrics' && isSmallWatch(watched, purpose.value)),
        async transfer(purpose, transfer) {
          if (purpose.$case === 'watchUsage') return sendUsage(usageDeps, purpose.value, transfer)
          if (purpose.$case !== 'watchMetrics') throw new LinkRefusal('invalid_input', 'only metrics here')
          for await (const value of watchMetrics(watched, purpose.value, transfer.signal)) {
            await transfer.write({ $case: 'metrics', value })
          }
        },
      },
      saveCertificate: async () => {},
      log: silent,
      clock: Date.now,
      random: Math.random,
    })
  }

  tick(atSeconds: number): void {
    this.moments.push(atSeconds)
    const values = (count: number) =>
      Array.from({ length: count }, () => Math.round(Math.random() * 1e9) / 100)
    this.#sources.append(nodeSourceId, atSeconds, values(nodeSeries.length))
    for (const id of this.#gameServerIds)
      this.#sources.append(id, atSeconds, [1, ...values(gameServerSeries.length - 1)])
    this.#tickedAtSeconds = atSeconds
    const { resolve } = this.#ticked
    this.#ticked = Promise.withResolvers()
    resolve()
  }

  #newestValues(id: number): { values: number[] } | undefined {
    const ring = this.#sources.get(id)?.ring
    return ring && { values: ring.tickOf(ring.endSeq - 1).values }
  }

  /** What a node has measured that has been up for so long. */
  remember(seconds: number): void {
    const nowSeconds = Math.floor(Date.now() / 1000)
    const stored = Math.min(seconds, retentionSeconds - intervalSeconds)
    for (let at = nowSeconds - stored; at < nowSeconds; at += intervalSeconds) this.tick(at)
  }
}
