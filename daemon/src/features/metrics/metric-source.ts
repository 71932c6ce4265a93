// The history of one thing that is measured, a game server or the node itself.

import { MetricRing } from '@rookery/primitives/metric-ring.ts'

export class MetricSource {
  /** New whenever the history begins anew: numbers of two streams cannot be compared. */
  readonly streamId: string
  readonly ring: MetricRing

  constructor(streamId: string, ring: MetricRing) {
    this.streamId = streamId
    this.ring = ring
  }
}

export class MetricSources {
  readonly #sources = new Map<number, MetricSource>()
  readonly #shape: { intervalSeconds: number; retentionSeconds: number }
  readonly #newStreamId: () => string

  constructor(shape: { intervalSeconds: number; retentionSeconds: number }, newStreamId: () => string) {
    this.#shape = shape
    this.#newStreamId = newStreamId
  }

  get(id: number): MetricSource | null {
    return this.#sources.get(id) ?? null
  }

  append(id: number, atSeconds: number, values: readonly number[]): void {
    const known = this.#sources.get(id)
    // A clock that was set back: points of two clocks in one history would have no order.
    const isInOrder = known !== undefined && atSeconds > (known.ring.newestAtSeconds ?? 0)
    const source = isInOrder ? known : this.#begin(id, values.length)
    source.ring.append({ atSeconds, values })
  }

  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.#sources.keys()) if (!ids.has(id)) this.#sources.delete(id)
  }

  #begin(id: number, seriesCount: number): MetricSource {
    const { intervalSeconds, retentionSeconds } = this.#shape
    const capacity = Math.floor(retentionSeconds / intervalSeconds)
    const source = new MetricSource(
      this.#newStreamId(),
      new MetricRing({ seriesCount, capacity, retentionSeconds }),
    )
    this.#sources.set(id, source)
    return source
  }
}
