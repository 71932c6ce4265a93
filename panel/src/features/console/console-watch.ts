// One game server's console in the panel while somebody watches: one stream from the node, fanned out to all viewers.

import { OutputRing } from '@rookery/contracts/output-ring.ts'
import { harmlessText } from '@rookery/contracts/terminal-text.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Transfer } from '../../platform/daemon-link/transfers.ts'
import { type Connection, encodeMessage } from '../../platform/websocket/connection.ts'
import type { Since } from './logic/since.ts'
import { orphanedHeadBytes, unfinishedTailBytes } from './logic/whole-characters.ts'

const historyBytes = 1024 * 1024
const batchMs = 16
const frameBytes = 64 * 1024
/** So many frames may be on their way to the quickest viewer before the node is read on: nobody is outrun by all. */
const framesOnTheWay = 4

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
  #waiting: Viewer[] = []
  #ring = new OutputRing(historyBytes)
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
  /** Frames that no viewer's socket has taken yet. */
  #onTheWay = 0
  #wake = () => {}
  #transfer: Transfer | null = null

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
    return this.#viewers.size === 0 && this.#waiting.length === 0
  }

  add(viewer: Viewer): void {
    if (this.#isReady || !this.#link.isOnline(this.nodeId)) this.#welcome(viewer)
    else this.#waiting.push(viewer)
  }

  remove(connection: Connection): void {
    this.#viewers.delete(connection)
    this.#waiting = this.#waiting.filter(viewer => viewer.connection !== connection)
  }

  tell(type: string, payload: object): void {
    if (this.#viewers.size === 0) return
    const message = encodeMessage(type, payload, this.#now())
    for (const connection of this.#viewers) connection.sendEncoded(message)
  }

  tellEach(tell: (connection: Connection) => void): void {
    for (const connection of this.#viewers) tell(connection)
  }

  /** Reads from the node until the stream ends; called again when the node has come back. */
  async run(): Promise<void> {
    if (this.#transfer || !this.#link.isOnline(this.nodeId)) return
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
        await this.#quickestViewer()
      }
    } finally {
      this.#transfer = null
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
      this.#ring = new OutputRing(historyBytes, seq)
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
      const { seq, bytes } = this.#ring.read(this.#sentSeq, frameBytes)
      if (seq > this.#sentSeq) {
        this.#gapBefore = true
        this.#isInString = false
      }
      const whole = bytes.subarray(0, bytes.length - unfinishedTailBytes(bytes))
      const harmless = harmlessText(whole, this.#isInString)
      if (harmless.takenBytes === 0) return
      this.#isInString = harmless.isInString
      this.#sentSeq = seq + harmless.takenBytes
      if (harmless.bytes.length === 0) continue
      this.#tellOutput(textOf(harmless.bytes))
      this.#gapBefore = false
    }
  }

  #tellOutput(chunk: string): void {
    if (this.#viewers.size === 0) return
    const payload = { chunk, seq: this.#sentSeq, stream_id: this.#streamId, gap: this.#gapBefore }
    const message = encodeMessage('console.output', payload, this.#now())
    let hasArrived = false
    const arrive = () => {
      if (hasArrived) return
      hasArrived = true
      this.#onTheWay -= 1
      this.#wake()
    }
    this.#onTheWay += 1
    let isTried = false
    for (const connection of this.#viewers) isTried = connection.sendEncoded(message, arrive) || isTried
    if (!isTried) arrive()
  }

  /** Who reads slowest of all is cut or sees a gap; who reads quickest sets the pace. */
  async #quickestViewer(): Promise<void> {
    while (this.#onTheWay >= framesOnTheWay) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  /** History up to what everybody has been sent; from here on the viewer gets what everybody gets. */
  #welcome({ connection, since, joined }: Viewer): void {
    connection.sendBulk(since?.streamId === this.#streamId ? this.#rest(since.seq) : this.#wholeHistory())
    this.#viewers.add(connection)
    joined()
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
    const { seq, bytes } = this.#sentSince(Math.min(sinceSeq, this.#sentSeq))
    return this.#historyMessage(bytes, seq > sinceSeq)
  }

  #sentSince(fromSeq: number): { seq: number; bytes: Buffer } {
    const { seq, bytes } = this.#ring.read(fromSeq, this.#sentSeq - fromSeq)
    return { seq, bytes: bytes.subarray(0, Math.max(0, this.#sentSeq - seq)) }
  }

  #historyMessage(bytes: Uint8Array, gap: boolean): Buffer {
    const output = textOf(harmlessText(bytes, false).bytes)
    const payload = { output, seq: this.#sentSeq, stream_id: this.#streamId, gap }
    return encodeMessage('console.history', payload, this.#now())
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
