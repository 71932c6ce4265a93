// Somebody who looks at metrics, and writes down at which moments every series had a point.

import { once } from 'node:events'
import type { MetricSample, MetricsMessage } from '@rookery/contracts/websocket/metrics.ts'
import { WebSocket } from 'ws'

export class MetricReader {
  readonly #moments = new Map<string, number[]>()
  readonly #replayed = Promise.withResolvers<void>()
  readonly #socket: WebSocket
  closeCode: number | null = null

  constructor(address: URL) {
    this.#socket = new WebSocket(address, { perMessageDeflate: false })
    this.#socket.on('message', (raw: Buffer) => this.#take(JSON.parse(raw.toString()) as MetricsMessage))
    this.#socket.on('close', code => {
      this.closeCode = code
      this.#replayed.reject(new Error(`closed with ${code}`))
    })
    this.#socket.on('error', this.#replayed.reject)
    this.#replayed.promise.catch(() => {})
  }

  /** The history that was there when it came. */
  get replayed(): Promise<void> {
    return this.#replayed.promise
  }

  /** In the order in which they came. */
  momentsOf(name: MetricSample['name'], labels: MetricSample['labels']): readonly number[] {
    return this.#moments.get(keyOf(name, labels)) ?? []
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.#socket, 'close')
    this.#socket.close()
    await closed
  }

  #take({ type, payload }: MetricsMessage): void {
    if (type === 'metrics.replay.done') this.#replayed.resolve()
    const samples = 'samples' in payload ? payload.samples : []
    for (const { name, labels, points } of samples) {
      const key = keyOf(name, labels)
      const moments = this.#moments.get(key) ?? []
      if (moments.length === 0) this.#moments.set(key, moments)
      for (const [at] of points) moments.push(at)
    }
  }
}

const keyOf = (name: string, labels: MetricSample['labels']) =>
  'node_id' in labels ? `${name} of node ${labels.node_id}` : `${name} of game server ${labels.server_id}`
