// Many nodes in one process: each with its own certificate, real link and real metric watches over values that are made up.

import { randomUUID } from 'node:crypto'
import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { NodeFacts } from '@rookery/contracts/daemon/generated/link.ts'
import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { MetricSources } from '../../daemon/src/features/metrics/metric-source.ts'
import { nodeSourceId } from '../../daemon/src/features/metrics/metrics.ts'
import { watchMetrics } from '../../daemon/src/features/metrics/watch-metrics.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/certificate-request.ts'
import { requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { LinkRefusal } from '../../daemon/src/platform/panel-link/link-hooks.ts'
import { PanelLink } from '../../daemon/src/platform/panel-link/panel-link.ts'
import type { MeasuredPanel } from './measured-panel.ts'

const intervalSeconds = 5
const retentionSeconds = 600
const silent = { info: () => {}, warn: () => {}, error: () => {} }

class SimulatedNode {
  readonly link: PanelLink
  readonly #sources = new MetricSources({ intervalSeconds, retentionSeconds }, randomUUID)
  readonly #gameServerId: number
  #ticked = Promise.withResolvers<void>()

  constructor(
    enrolled: Awaited<ReturnType<typeof requestIdentity>>,
    gameServerId: number,
    connected: () => void,
  ) {
    this.#gameServerId = gameServerId
    const metrics = {
      retentionSeconds,
      source: (id: number) => this.#sources.get(id),
      ticked: () => this.#ticked.promise,
    }
    const watched = {
      ...metrics,
      get ticked() {
        return metrics.ticked()
      },
    }
    this.link = new PanelLink({
      ...enrolled,
      instanceId: randomUUID(),
      hooks: {
        describe: () => ({ facts: NodeFacts.create({ version: '1' }), gameServers: [], tasks: [] }),
        welcomed: () => {},
        received: () => {},
        answer: async () => ({}),
        async transfer(purpose, transfer) {
          if (purpose.$case !== 'watchMetrics') throw new LinkRefusal('invalid_input', 'only metrics here')
          for await (const value of watchMetrics(watched, purpose.value, transfer.signal)) {
            await transfer.write({ $case: 'metrics', value })
          }
        },
        presence: isConnected => {
          if (isConnected) connected()
        },
      },
      saveCertificate: async () => {},
      log: silent,
      clock: Date.now,
      random: Math.random,
    })
  }

  tick(atSeconds: number): void {
    const values = (count: number) =>
      Array.from({ length: count }, () => Math.round(Math.random() * 1e9) / 100)
    this.#sources.append(nodeSourceId, atSeconds, values(nodeSeries.length))
    this.#sources.append(this.#gameServerId, atSeconds, values(gameServerSeries.length))
    const { resolve } = this.#ticked
    this.#ticked = Promise.withResolvers()
    resolve()
  }
}

process.once('message', (measured: MeasuredPanel) => void run(measured))
process.once('disconnect', () => process.exit(0))

async function run({ url, nodes }: MeasuredPanel): Promise<void> {
  const { address, caPem } = await readLinkAddress(url)
  let connected = 0
  const simulated: SimulatedNode[] = []
  for (const { gameServerId, enrollmentKey } of nodes) {
    const key = parseEnrollmentKey(enrollmentKey)
    if (!key) throw new Error('the panel gave no enrolment key')
    const enrolled = await requestIdentity({ address, caPem, key, privateKeyPem: newPrivateKey() })
    const node = new SimulatedNode(enrolled, gameServerId, () => {
      connected += 1
    })
    // A full history, as after ten minutes.
    const nowSeconds = Math.floor(Date.now() / 1000)
    for (let at = nowSeconds - retentionSeconds + intervalSeconds; at < nowSeconds; at += intervalSeconds)
      node.tick(at)
    node.link.start()
    simulated.push(node)
  }
  while (connected < nodes.length) await new Promise(resolve => setTimeout(resolve, 100))
  process.send?.('connected')
  // Spread over the interval, as the phase of a real daemon is.
  for (const [at, node] of simulated.entries()) {
    setTimeout(
      () => setInterval(() => node.tick(Math.floor(Date.now() / 1000)), intervalSeconds * 1000),
      (at / simulated.length) * intervalSeconds * 1000,
    )
  }
}
