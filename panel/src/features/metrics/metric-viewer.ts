// One open metrics channel: history first, a mark, then what is new (6.2), over one watch or over those of all nodes.

import type { ErrorCode } from '@rookery/contracts/errors.ts'
import { type Connection, encodeMessage } from '../../platform/websocket/connection.ts'
import type { MetricForm } from './metric-form-rules.ts'
import { type TickSpan, valuesOf, type WatchedThing } from './metric-sample-rules.ts'
import { type MetricListener, type MetricWatch, ticksPerFrame } from './metric-watch.ts'

interface ViewerOptions {
  /** Of all nodes those that are away are not waited for; of one thing the history is. */
  scope: 'one' | 'all nodes'
  form: MetricForm
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
  /** Watches that may have ticks after their cursors, until the history is told. */
  readonly #unread = new Set<MetricWatch>()
  #hiddenNodes: ReadonlySet<number> = new Set()
  #phase: 'gathering' | 'replaying' | 'live' = 'gathering'
  #isSending = false

  constructor(connection: Connection, options: ViewerOptions) {
    this.connection = connection
    this.#options = options
  }

  get form(): MetricForm {
    return this.#options.form
  }

  get watches(): Iterable<MetricWatch> {
    return this.#cursors.keys()
  }

  /** Nothing of these nodes is told from now on. */
  hide(nodeIds: ReadonlySet<number>): void {
    this.#hiddenNodes = nodeIds
    // What was hidden until now has been passed over.
    if (this.#phase !== 'live') for (const watch of this.#cursors.keys()) this.#unread.add(watch)
  }

  follow(watch: MetricWatch): void {
    if (this.#cursors.has(watch)) return
    this.#cursors.set(watch, { streamId: '', seq: 0 })
    this.#unread.add(watch)
    watch.add(this)
    if (this.#phase !== 'live') return
    // It came later: what is known of it is news to this viewer.
    while (this.#unread.size > 0) {
      const values = this.#read()
      if (values.length > 0) this.connection.sendEncoded(this.#encode('metrics', values))
    }
  }

  /** All watches are here: tells who is away, and begins with the history that is there. */
  begin(): void {
    const away = [...this.#cursors.keys()].filter(watch => !watch.isOnline && !this.#isHidden(watch.thing))
    const nodeIds = away.map(({ thing }) => thing.nodeId)
    if (away.length > 0) this.#reportAway(nodeIds)
    this.#phase = 'replaying'
    void this.#replay()
  }

  live(watch: MetricWatch, messageOf: () => Buffer | null): void {
    if (this.#phase !== 'live') return void this.#unread.add(watch)
    const message = this.#isHidden(watch.thing) ? null : messageOf()
    if (message) this.connection.sendEncoded(message)
  }

  settled(watch: MetricWatch): void {
    if (this.#phase === 'live') return
    this.#unread.add(watch)
    if (this.#phase === 'replaying' && !this.#isSending) void this.#replay()
  }

  interrupted(thing: WatchedThing, code: ErrorCode, message: string): void {
    if (this.#isHidden(thing)) return
    const nodes = this.#options.scope === 'one' ? {} : { node_ids: [thing.nodeId] }
    this.connection.send('metrics.error', { code, message, ...nodes })
  }

  dismissed(watch: MetricWatch, closeCode: number, reason: string): void {
    this.#cursors.delete(watch)
    this.#unread.delete(watch)
    watch.remove(this)
    if (this.#options.scope === 'one') this.connection.close(closeCode, reason)
  }

  /** As fast as the reader takes it. When nothing is unread it waits for nothing, so no point falls between. */
  async #replay(): Promise<void> {
    this.#isSending = true
    while (this.#unread.size > 0) {
      const values = this.#read()
      if (values.length === 0) continue
      const isOpen = await this.connection.sendFlushed(this.#encode('metrics.replay', values))
      if (!isOpen) return
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

  /** The next frame of what is unread, of several watches where they have little; whatever is read to its end is unread no more. */
  #read(): object[] {
    const values: object[] = []
    let room = ticksPerFrame
    for (const watch of this.#unread) {
      const cursor = this.#cursors.get(watch)
      if (cursor && !this.#isHidden(watch.thing)) {
        const span = spanAfter(cursor, watch, room)
        room -= span.toSeq - span.fromSeq
        values.push(...valuesOf(watch.thing, span, this.form))
      }
      if (room <= 0) break
      this.#unread.delete(watch)
    }
    return values
  }

  #encode(type: 'metrics' | 'metrics.replay', values: object[]): Buffer {
    return encodeMessage(type, { [this.form.kind]: values }, this.#options.now())
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

/** At most `room` ticks that the cursor has not passed; passes them. */
function spanAfter(cursor: Cursor, { mirror }: MetricWatch, room: number): TickSpan {
  const { ring, streamId } = mirror
  const fromSeq = cursor.streamId === streamId ? Math.max(cursor.seq, ring.startSeq) : ring.startSeq
  const toSeq = Math.max(fromSeq, Math.min(fromSeq + room, ring.endSeq))
  cursor.streamId = streamId
  cursor.seq = toSeq
  return { ring, fromSeq, toSeq }
}
