// One game server's console in the panel while somebody watches: one stream from the node, fanned out to all viewers.

import { OutputRing } from '@rookery/contracts/output-ring.ts'
import { harmlessText } from '@rookery/contracts/terminal-text.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Transfer } from '../../platform/daemon-link/transfers.ts'
import { type Connection, encodeMessage } from '../../platform/websocket/connection.ts'
import { encodeTextMessage } from '../../platform/websocket/encode-text-message.ts'
import type { Since } from './logic/since.ts'
import { orphanedHeadBytes, unfinishedTailBytes } from './logic/whole-characters.ts'
import { ViewersPace } from './viewers-pace.ts'

const historyBytes = 1024 * 1024
const batchMs = 16
const frameBytes = 64 * 1024

export interface Viewer {
  connection: Connection
  /** Where the viewer stopped reading, when it comes back. */
  since: Since | null
  /** From now on the viewer is told of every change; history always comes first (C263). */
  joined(): void
}

export class ConsoleWatch {
  readonly gameServerId: number
  readonly nodeId: number
  readonly #link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>
  readonly #now: () => number
  readonly #viewers = new Set<Connection>()
  /** Viewers who have read on elsewhere, and how far: what they know already is not sent to them. */
  readonly #ahead = new Map<Connection, number>()
  #waiting: Viewer[] = []
  readonly #ring = new OutputRing(historyBytes)
  #streamId = ''
  /** Everything before this has been sent to every viewer. */
  #sentSeq = 0
  #gapBefore = false
  /** What was sent last ended inside a string that is not shown. */
  #isInString = false
  #history: { key: string; message: Buffer } | null = null
  #isReady = false
  #flushing: NodeJS.Timeout | null = null
  #flushedAtMs = Number.NEGATIVE_INFINITY
  readonly #pace = new ViewersPace()
  #transfer: Transfer | null = null
  #isReading = false

  constructor(
    gameServerId: number,
    nodeId: number,
    link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>,
    now: () => number,
  ) {
    this.gameServerId = gameServerId
    this.nodeId = nodeId
    this.#link = link
    this.#now = now
  }

  get isUnwatched(): boolean {
    return this.#viewers.size + this.#ahead.size === 0 && this.#waiting.length === 0
  }

  add(viewer: Viewer): void {
    if (this.#isReady || !this.#link.isOnline(this.nodeId)) this.#welcome(viewer)
    else this.#waiting.push(viewer)
  }

  remove(connection: Connection): void {
    this.#viewers.delete(connection)
    this.#pace.remove(connection)
    this.#ahead.delete(connection)
    this.#waiting = this.#waiting.filter(viewer => viewer.connection !== connection)
  }

  tell(type: string, payload: object): void {
    if (this.#viewers.size + this.#ahead.size === 0) return
    const message = encodeMessage(type, payload, this.#now())
    this.tellEach(connection => connection.sendEncoded(message))
  }

  tellEach(tell: (connection: Connection) => void): void {
    for (const connection of [...this.#viewers, ...this.#ahead.keys()]) tell(connection)
  }

  /** Reads from the node until the stream ends; called again when the node has come back. */
  async run(): Promise<void> {
    if (this.#isReading || !this.#link.isOnline(this.nodeId)) return
    this.#isReading = true
    try {
      const purpose = {
        gameServerId: this.gameServerId,
        sinceSeq: this.#streamId === '' ? 0 : this.#ring.endSeq,
        streamId: this.#streamId,
      }
      this.#transfer = await this.#link.openTransfer(this.nodeId, { $case: 'watchConsole', value: purpose })
      for await (const body of this.#transfer) {
        if (body.$case !== 'output') continue
        const { streamId, seq, bytes, endOfHistory } = body.value
        this.#append(streamId, seq, bytes)
        if (endOfHistory) this.#becomeReady()
        await this.#pace.room()
      }
    } finally {
      this.#transfer = null
      this.#isReading = false
      this.#becomeReady()
      this.#isReady = false
    }
  }

  close(): void {
    this.#transfer?.close()
    if (this.#flushing) clearTimeout(this.#flushing)
  }

  #append(streamId: string, seq: number, bytes: Uint8Array): void {
    if (streamId !== this.#streamId || seq > this.#ring.endSeq) {
      this.#flush()
      this.#gapBefore = streamId === this.#streamId
      this.#streamId = streamId
      for (const connection of this.#ahead.keys()) this.#join(connection, null)
      this.#ahead.clear()
      this.#ring.restartAt(seq)
      this.#sentSeq = seq
      this.#isInString = false
    }
    // What the ring holds already has been told again after a reconnect.
    const known = this.#ring.endSeq - seq
    if (bytes.length > known) this.#ring.append(bytes.subarray(known))
    if (!this.#isReady) return
    if (this.#ring.endSeq - this.#sentSeq >= frameBytes) this.#flush()
    else this.#flushSoon()
  }

  /** A quiet console is shown at once, a busy one in batches. */
  #flushSoon(): void {
    const sinceLastMs = performance.now() - this.#flushedAtMs
    this.#flushing ??= setTimeout(() => this.#flush(), Math.max(0, batchMs - sinceLastMs))
  }

  #becomeReady(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#flush()
    const waiting = this.#waiting
    this.#waiting = []
    for (const viewer of waiting) this.#welcome(viewer)
  }

  /** Sends what is new to all viewers, encoded once, in frames of whole characters and whole sequences. */
  #flush(): void {
    if (this.#flushing) clearTimeout(this.#flushing)
    this.#flushing = null
    this.#flushedAtMs = performance.now()
    for (;;) {
      const { seq, bytes } = this.#ring.peek(this.#sentSeq, frameBytes)
      if (seq > this.#sentSeq) {
        this.#gapBefore = true
        this.#isInString = false
      }
      const whole = bytes.subarray(0, bytes.length - unfinishedTailBytes(bytes))
      const harmless = harmlessText(whole, this.#isInString)
      if (harmless.takenBytes === 0) break
      this.#isInString = harmless.isInString
      this.#sentSeq = seq + harmless.takenBytes
      if (harmless.bytes.length === 0) continue
      this.#tellOutput(harmless.bytes)
      this.#gapBefore = false
    }
    this.#overtake()
  }

  #tellOutput(text: Uint8Array): void {
    if (this.#viewers.size > 0) this.#pace.sendToAll(this.#outputMessage(text, this.#gapBefore))
  }

  #outputMessage(text: Uint8Array, gap: boolean): Buffer {
    const rest = { seq: this.#sentSeq, stream_id: this.#streamId, gap }
    return encodeTextMessage('console.output', { field: 'chunk', text, rest }, this.#now())
  }

  /** From here on the viewer gets what everybody gets. */
  #join(connection: Connection, message: Buffer | null): void {
    this.#viewers.add(connection)
    this.#pace.add(connection, message)
  }

  /** History up to what everybody has been sent. */
  #welcome({ connection, since, joined }: Viewer): void {
    const known = since?.streamId === this.#streamId ? since.seq : null
    const history = known === null ? this.#wholeHistory() : this.#rest(known)
    if (known !== null && known > this.#sentSeq) {
      connection.sendBulk(history)
      this.#ahead.set(connection, known)
    } else this.#join(connection, history)
    joined()
  }

  /** Whoever was ahead and no longer is gets the rest, then what everybody gets. */
  #overtake(): void {
    for (const [connection, seq] of this.#ahead) {
      if (seq > this.#sentSeq) continue
      this.#ahead.delete(connection)
      const { seq: fromSeq, bytes } = this.#sentSince(seq)
      const text = harmlessText(bytes, false).bytes
      this.#join(connection, text.length > 0 ? this.#outputMessage(text, fromSeq > seq) : null)
    }
  }

  /** One copy for all who come in the same moment: a thousand viewers must not cost a thousand histories. */
  #wholeHistory(): Buffer {
    const key = `${this.#streamId} ${this.#sentSeq} ${Math.floor(this.#now() / 1000)}`
    if (this.#history?.key === key) return this.#history.message
    const { seq, bytes } = this.#sentSince(this.#ring.startSeq)
    const head = seq > 0 ? orphanedHeadBytes(bytes) : 0
    const message = this.#historyMessage(bytes.subarray(head), false)
    this.#history = { key, message }
    return message
  }

  #rest(sinceSeq: number): Buffer {
    if (sinceSeq > this.#sentSeq) return this.#historyMessage(Buffer.alloc(0), false, sinceSeq)
    const { seq, bytes } = this.#sentSince(sinceSeq)
    return this.#historyMessage(bytes, seq > sinceSeq)
  }

  #sentSince(fromSeq: number): { seq: number; bytes: Buffer } {
    const { seq, bytes } = this.#ring.peek(fromSeq, this.#sentSeq - fromSeq)
    return { seq, bytes: bytes.subarray(0, Math.max(0, this.#sentSeq - seq)) }
  }

  #historyMessage(bytes: Uint8Array, gap: boolean, seq = this.#sentSeq): Buffer {
    const text = harmlessText(bytes, false).bytes
    const rest = { seq, stream_id: this.#streamId, gap }
    return encodeTextMessage('console.history', { field: 'output', text, rest }, this.#now())
  }
}
