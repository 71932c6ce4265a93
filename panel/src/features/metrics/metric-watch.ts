// The metrics of one thing in the panel while somebody looks: one stream from the node, told to all who look.

import type { ErrorCode } from '@rookery/contracts/errors.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Transfer } from '../../platform/daemon-link/transfers.ts'
import { encodeMessage } from '../../platform/websocket/connection.ts'
import type { MetricForm } from './metric-form-rules.ts'
import { MetricMirror } from './metric-mirror.ts'
import { seriesCountOf, type TickSpan, valuesOf, type WatchedThing } from './metric-sample-rules.ts'

/** A node that is back within this time, after a restart of its daemon for instance, has not been missed. */
const missedAfterMs = 10_000
/** Some 200 KB of a node's points, some 100 KB as columns. */
export const ticksPerFrame = 600

export interface MetricListener {
  readonly form: MetricForm
  /** New ticks; the message is encoded once for all listeners with the same form, null when nothing was measured. */
  live(watch: MetricWatch, message: () => Buffer | null): void
  /** The history is complete, or cannot be had now. */
  settled(watch: MetricWatch): void
  interrupted(thing: WatchedThing, code: ErrorCode, message: string): void
  /** The thing no longer exists. */
  dismissed(watch: MetricWatch, closeCode: number, reason: string): void
}

export class MetricWatch {
  readonly thing: WatchedThing
  readonly mirror: MetricMirror
  readonly #link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>
  readonly #now: () => number
  readonly #listeners = new Set<MetricListener>()
  #transfer: Transfer | null = null
  #state: 'idle' | 'reading history' | 'live' | 'closed' = 'idle'
  #missing: NodeJS.Timeout | undefined

  constructor(thing: WatchedThing, link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>, now: () => number) {
    this.thing = thing
    this.mirror = new MetricMirror(seriesCountOf(thing), now)
    this.#link = link
    this.#now = now
  }

  get isOnline(): boolean {
    return this.#link.isOnline(this.thing.nodeId)
  }

  /** The mirror is what the node has, to the last tick. */
  get isLive(): boolean {
    return this.#state === 'live'
  }

  get isReading(): boolean {
    return this.#state === 'live' || this.#state === 'reading history'
  }

  get isUnwatched(): boolean {
    return this.#listeners.size === 0
  }

  add(listener: MetricListener): void {
    this.#listeners.add(listener)
  }

  remove(listener: MetricListener): void {
    this.#listeners.delete(listener)
  }

  /** Reads from the node until the stream ends; called again when the node has come back. */
  async run(): Promise<void> {
    if (this.#state !== 'idle' || !this.isOnline) return
    this.#state = 'reading history'
    clearTimeout(this.#missing)
    try {
      const gameServerId = this.thing.kind === 'game-server' ? this.thing.id : 0
      const value = { gameServerId, ...this.mirror.position }
      this.#transfer = await this.#link.openTransfer(this.thing.nodeId, { $case: 'watchMetrics', value })
      if (this.#isClosed()) return this.#transfer.close()
      for await (const body of this.#transfer) {
        if (body.$case !== 'metrics') continue
        this.#sendFrom(this.mirror.take(body.value))
        if (body.value.endOfHistory) this.#become('live')
      }
    } finally {
      this.#transfer = null
      this.#become('idle')
    }
  }

  /** Tells it only when it stays away. */
  nodeLeft(): void {
    clearTimeout(this.#missing)
    this.#missing = setTimeout(() => {
      if (!this.isOnline) this.interrupt('node_offline', 'the node is not connected')
    }, missedAfterMs).unref()
  }

  interrupt(code: ErrorCode, message: string): void {
    for (const listener of this.#listeners) listener.interrupted(this.thing, code, message)
  }

  /** What was looked at no longer exists. */
  dismiss(closeCode: number, reason: string): void {
    for (const listener of [...this.#listeners]) listener.dismissed(this, closeCode, reason)
  }

  close(): void {
    this.#become('closed')
    clearTimeout(this.#missing)
    this.#transfer?.close()
  }

  #isClosed(): boolean {
    return this.#state === 'closed'
  }

  #become(state: 'idle' | 'live' | 'closed'): void {
    if (this.#isClosed()) return
    this.#state = state
    for (const listener of this.#listeners) listener.settled(this)
  }

  #sendFrom(firstSeq: number): void {
    if (this.isUnwatched) return
    const { ring } = this.mirror
    for (let seq = firstSeq; seq < ring.endSeq; seq += ticksPerFrame) {
      const span = { ring, fromSeq: seq, toSeq: Math.min(seq + ticksPerFrame, ring.endSeq) }
      const messages = new Map<string, Buffer | null>()
      for (const listener of this.#listeners)
        listener.live(this, () => this.#messageFor(listener, span, messages))
    }
  }

  #messageFor({ form }: MetricListener, span: TickSpan, messages: Map<string, Buffer | null>): Buffer | null {
    const known = messages.get(form.key)
    if (known !== undefined) return known
    const values = valuesOf(this.thing, span, form)
    const message =
      values.length === 0 ? null : encodeMessage('metrics', { [form.kind]: values }, this.#now())
    messages.set(form.key, message)
    return message
  }
}
