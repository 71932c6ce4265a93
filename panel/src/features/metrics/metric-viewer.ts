// One open metrics channel: history first, a mark, then what is new (6.2), over one watch or over those of all nodes.

import type { ErrorCode } from '@rookery/contracts/errors.ts'
import { type Connection, encodeMessage } from '../../platform/websocket/connection.ts'
import { samplesOf, type WatchedThing } from './metric-sample-rules.ts'
import { type MetricListener, type MetricWatch, ticksPerFrame } from './metric-watch.ts'

interface ViewerOptions {
  /** Of all nodes those that are away are not waited for; of one thing the history is. */
  scope: 'one' | 'all nodes'
  now(): number
}

interface Cursor {
  streamId: string
  seq: number
}

export class MetricViewer implements MetricListener {
  readonly connection: Connection
  readonly #options: ViewerOptions
  readonly #cursors = new Map<MetricWatch, Cursor>()
  #hiddenNodes: ReadonlySet<number> = new Set()
  #phase: 'gathering' | 'replaying' | 'live' = 'gathering'
  #isSending = false

  constructor(connection: Connection, options: ViewerOptions) {
    this.connection = connection
    this.#options = options
  }

  get watches(): Iterable<MetricWatch> {
    return this.#cursors.keys()
  }

  /** Nothing of these nodes is told from now on. */
  hide(nodeIds: ReadonlySet<number>): void {
    this.#hiddenNodes = nodeIds
  }

  follow(watch: MetricWatch): void {
    if (this.#cursors.has(watch)) return
    const cursor = { streamId: '', seq: 0 }
    this.#cursors.set(watch, cursor)
    watch.add(this)
    if (this.#phase !== 'live') return
    // It came later: what is known of it is news to this viewer.
    for (let frame = this.#read(watch, cursor); frame; frame = this.#read(watch, cursor)) {
      this.connection.sendEncoded(this.#encode('metrics', frame))
    }
  }

  /** All watches are here: tells who is away, and begins with the history that is there. */
  begin(): void {
    const away = [...this.#cursors.keys()].filter(watch => !watch.isOnline && !this.#isHidden(watch.thing))
    const nodeIds = away.map(({ thing }) => thing.nodeId)
    if (away.length > 0) this.#reportAway(nodeIds)
    this.#phase = 'replaying'
    this.settled()
  }

  live(thing: WatchedThing, message: Buffer): void {
    if (this.#phase === 'live' && !this.#isHidden(thing)) this.connection.sendEncoded(message)
  }

  settled(): void {
    if (this.#phase === 'replaying' && !this.#isSending) void this.#replay()
  }

  interrupted(thing: WatchedThing, code: ErrorCode, message: string): void {
    if (this.#isHidden(thing)) return
    const nodes = this.#options.scope === 'one' ? {} : { node_ids: [thing.nodeId] }
    this.connection.send('metrics.error', { code, message, ...nodes })
  }

  dismissed(watch: MetricWatch, closeCode: number, reason: string): void {
    this.#cursors.delete(watch)
    watch.remove(this)
    if (this.#options.scope === 'one') this.connection.close(closeCode, reason)
  }

  /** As fast as the reader takes it. The last round finds nothing new and waits for nothing, so no point falls between. */
  async #replay(): Promise<void> {
    this.#isSending = true
    for (let isComplete = false; !isComplete; ) {
      isComplete = true
      for (const [watch, cursor] of this.#cursors) {
        for (let frame = this.#read(watch, cursor); frame; frame = this.#read(watch, cursor)) {
          isComplete = false
          const isOpen = await this.connection.sendFlushed(this.#encode('metrics.replay', frame))
          if (!isOpen) return
        }
      }
    }
    this.#isSending = false
    if (this.#isWaiting()) return
    this.connection.send('metrics.replay.done', {})
    this.#phase = 'live'
  }

  #isWaiting(): boolean {
    for (const watch of this.#cursors.keys()) {
      if (this.#options.scope === 'one' ? !watch.isLive : watch.isReading && !watch.isLive) return true
    }
    return false
  }

  /** The next frame of history after the cursor; null at its end. */
  #read(watch: MetricWatch, cursor: Cursor): object[] | null {
    if (this.#isHidden(watch.thing)) return null
    const { ring, streamId } = watch.mirror
    const from = cursor.streamId === streamId ? Math.max(cursor.seq, ring.startSeq) : ring.startSeq
    const to = Math.min(from + ticksPerFrame, ring.endSeq)
    cursor.streamId = streamId
    cursor.seq = to
    return from >= to ? null : samplesOf(watch.thing, ring, from, to)
  }

  #encode(type: 'metrics' | 'metrics.replay', samples: object[]): Buffer {
    return encodeMessage(type, { samples }, this.#options.now())
  }

  #isHidden({ nodeId }: WatchedThing): boolean {
    return this.#hiddenNodes.has(nodeId)
  }

  #reportAway(nodeIds: number[]): void {
    if (this.#options.scope === 'one') {
      this.connection.send('metrics.error', { code: 'node_offline', message: 'the node is not connected' })
      return
    }
    const message =
      nodeIds.length === 1 ? 'one node is not connected' : `${nodeIds.length} nodes are not connected`
    this.connection.send('metrics.error', { code: 'node_offline', message, node_ids: nodeIds })
  }
}
