// What the panel holds of a node's history while somebody looks: tick by tick the same, and forgotten afterwards.

import type { MetricTicks } from '@rookery/contracts/daemon/generated/link.ts'
import { MetricRing } from '@rookery/primitives/metric-ring.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import { readWithinSilence } from '../../platform/daemon-link/transfers.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { seriesCountOf, type WatchedThing } from './metric-sample-rules.ts'

/** An hour at one tick a second: more than a node keeps. */
const capacity = 3_600
const longestRetentionSeconds = 3_600

export class MetricMirror {
  readonly #seriesCount: number
  readonly #now: () => number
  #ring: MetricRing
  #streamId = ''
  #retentionSeconds = longestRetentionSeconds
  #heardAtMs = 0

  constructor(seriesCount: number, now: () => number) {
    this.#seriesCount = seriesCount
    this.#now = now
    this.#ring = this.#newRing(0)
  }

  get streamId(): string {
    return this.#streamId
  }

  /** Without what the node itself would have forgotten by now, by its clock. */
  get ring(): MetricRing {
    const newest = this.#ring.newestAtSeconds
    if (newest !== null) {
      const silentSeconds = Math.max(0, this.#now() - this.#heardAtMs) / 1000
      this.#ring.dropUntil(newest + silentSeconds - this.#retentionSeconds)
    }
    return this.#ring
  }

  /** Where to go on after a lost connection. */
  get position(): { sinceSeq: number; streamId: string } {
    return { sinceSeq: this.#ring.endSeq, streamId: this.#streamId }
  }

  /** Takes what is new in a message; gives the number of the first new tick. */
  take({ streamId, seq, ticks, retentionSeconds }: MetricTicks): number {
    if (retentionSeconds > 0) this.#retentionSeconds = Math.min(retentionSeconds, longestRetentionSeconds)
    if (ticks.length === 0) return this.#ring.endSeq
    // After a gap the numbers go on, but what was before can no longer be told in one piece with it.
    if (streamId !== this.#streamId || seq > this.#ring.endSeq) {
      this.#streamId = streamId
      this.#ring = this.#newRing(seq)
    }
    const firstNew = this.#ring.endSeq
    for (const tick of ticks.slice(firstNew - seq)) this.#ring.append(tick)
    this.#heardAtMs = this.#now()
    return Math.max(firstNew, this.#ring.startSeq)
  }

  #newRing(startSeq: number): MetricRing {
    const retentionSeconds = this.#retentionSeconds
    return new MetricRing({ seriesCount: this.#seriesCount, capacity, retentionSeconds, startSeq })
  }
}

/** The history of one thing, read once from its node. */
export async function readMirror(
  link: Pick<DaemonLink, 'openTransfer'>,
  thing: WatchedThing,
  now: () => number,
): Promise<MetricMirror> {
  const mirror = new MetricMirror(seriesCountOf(thing), now)
  const gameServerId = thing.kind === 'game-server' ? thing.id : 0
  try {
    const value = { gameServerId, sinceSeq: 0, streamId: '' }
    const transfer = await link.openTransfer(thing.nodeId, { $case: 'watchMetrics', value })
    for await (const body of readWithinSilence(transfer)) {
      if (body.$case !== 'metrics') continue
      mirror.take(body.value)
      if (body.value.endOfHistory) break
    }
    return mirror
  } catch (error) {
    throw new PanelError(error instanceof NodeOfflineError ? 'node_offline' : 'unavailable', { cause: error })
  }
}
