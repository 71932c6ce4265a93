// One game server's console in the panel while somebody watches: one stream from the node, fanned out to all viewers.

import { OutputRing } from '@rookery/contracts/output-ring.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Transfer } from '../../platform/daemon-link/transfers.ts'
import { type Connection, encodeMessage } from '../../platform/websocket/connection.ts'
import { orphanedHeadBytes, unfinishedTailBytes } from './logic/whole-characters.ts'

const historyBytes = 1024 * 1024
const batchMs = 16
const frameBytes = 256 * 1024

export interface Viewer {
  connection: Connection
  /** Where the viewer stopped reading, when it comes back. */
  since: { seq: number; streamId: string } | null
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
  #isReady = false
  #flushing: NodeJS.Timeout | null = null
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
        const { streamId, seq, bytes, endOfHistory } = body.value
        this.#append(streamId, seq, bytes)
        if (endOfHistory) this.#becomeReady()
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
    }
    // What the ring holds already has been told again after a reconnect.
    const known = this.#ring.endSeq - seq
    if (bytes.length > known) this.#ring.append(bytes.subarray(known))
    if (this.#isReady) this.#flushing ??= setTimeout(() => this.#flush(), batchMs)
  }

  #becomeReady(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#flush()
    const waiting = this.#waiting
    this.#waiting = []
    for (const viewer of waiting) this.#welcome(viewer)
  }

  /** Sends what is new to all viewers, encoded once, in frames of whole characters. */
  #flush(): void {
    if (this.#flushing) clearTimeout(this.#flushing)
    this.#flushing = null
    for (;;) {
      const { seq, bytes } = this.#ring.read(this.#sentSeq, frameBytes)
      const whole = bytes.subarray(0, bytes.length - unfinishedTailBytes(bytes))
      if (whole.length === 0) return
      const gap = this.#gapBefore || seq > this.#sentSeq
      this.#gapBefore = false
      this.#sentSeq = seq + whole.length
      this.tell('console.output', {
        chunk: whole.toString('utf8'),
        seq: this.#sentSeq,
        stream_id: this.#streamId,
        gap,
      })
    }
  }

  /** History up to what everybody has been sent; from here on the viewer gets what everybody gets. */
  #welcome({ connection, since, joined }: Viewer): void {
    const isSameStream = since !== null && since.streamId === this.#streamId
    const from = isSameStream ? Math.min(since.seq, this.#sentSeq) : this.#ring.startSeq
    const read = this.#ring.read(from, this.#sentSeq - from)
    const bytes = read.bytes.subarray(0, Math.max(0, this.#sentSeq - read.seq))
    const head = read.seq > 0 && !isSameStream ? orphanedHeadBytes(bytes) : 0
    connection.send('console.history', {
      output: bytes.subarray(head).toString('utf8'),
      seq: this.#sentSeq,
      stream_id: this.#streamId,
      gap: isSameStream && read.seq > since.seq,
    })
    this.#viewers.add(connection)
    joined()
  }
}
