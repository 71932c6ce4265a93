// One game server's console in the panel while somebody watches: one stream from the node, fanned out to all viewers.

import { FlushTimer } from '@rookery/primitives/flush-timer.ts'
import { OutputRing } from '@rookery/primitives/output-ring.ts'
import { harmlessText } from '@rookery/primitives/terminal-text.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Transfer } from '../../platform/daemon-link/transfers.ts'
import { type Connection, encodeMessage } from '../../platform/websocket/connection.ts'
import { encodeTextMessage } from '../../platform/websocket/encode-text-message.ts'
import type { ResumePoint } from './logic/resume-point.ts'
import { orphanedHeadBytes, unfinishedTailBytes } from './logic/whole-characters.ts'
import { ViewersPace } from './viewers-pace.ts'

const historyBytes = 1024 * 1024
const batchMs = 16
const frameBytes = 64 * 1024

export interface Viewer {
  connection: Connection
  /** Where the viewer stopped reading, when it comes back. */
  since: ResumePoint | null
  /** From now on the viewer is told of every change; history always comes first (C263). */
  joined(): void
}

export class ConsoleWatch {
  readonly gameServerId: number
  readonly nodeId: number
  readonly #link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>
  readonly #now: () => number
  readonly #viewers = new Set<Connection>()
  /** Viewers who know more than has been read here yet, and how far: what they know already is not sent to them. */
  readonly #resuming = new Map<Connection, ResumePoint>()
  #waiting: Viewer[] = []
  readonly #ring = new OutputRing(historyBytes)
  #streamId = ''
  /** Everything before this has been sent to every viewer. */
  #sentSeq = 0
  #gapBefore = false
  /** What was sent last ended inside a string that is not shown. */
  #isInString = false
  #history: { key: string; message: Buffer } | null = null
  /** The node has said what its console holds, and is being read. */
  #isReady = false
  /** A quiet console is shown at once, a busy one in batches. */
  readonly #flushTimer = new FlushTimer(() => this.#flush(), batchMs)
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
    return this.#viewers.size + this.#resuming.size === 0 && this.#waiting.length === 0
  }

  add(viewer: Viewer): void {
    if (this.#isReady || !this.#link.isOnline(this.nodeId)) this.#welcome(viewer)
    else this.#waiting.push(viewer)
  }

  remove(connection: Connection): void {
    this.#viewers.delete(connection)
    this.#pace.remove(connection)
    this.#resuming.delete(connection)
    this.#waiting = this.#waiting.filter(viewer => viewer.connection !== connection)
  }

  notify(type: string, payload: object): void {
    if (this.#viewers.size + this.#resuming.size === 0) return
    const message = encodeMessage(type, payload, this.#now())
    this.notifyEach(connection => connection.sendEncoded(message))
  }

  notifyEach(notify: (connection: Connection) => void): void {
    for (const connection of [...this.#viewers, ...this.#resuming.keys()]) notify(connection)
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
      this.#isReady = false
      this.#flush()
      this.#welcomeWaiting()
    }
  }

  close(): void {
    this.#transfer?.close()
    this.#flushTimer.cancel()
  }

  #append(streamId: string, seq: number, bytes: Uint8Array): void {
    // The node holds no run now. It may find the one that is known here again: nothing of it must be sent twice.
    if (streamId === '') return
    const isOtherRun = streamId !== this.#streamId
    if (isOtherRun || seq > this.#ring.endSeq) {
      this.#flush()
      this.#gapBefore = !isOtherRun || seq > 0
      this.#streamId = streamId
      for (const connection of this.#resumingElsewhere()) this.#join(connection, null)
      this.#ring.restartAt(seq)
      this.#sentSeq = seq
      this.#isInString = false
    }
    // What the ring holds already has been told again after a reconnect.
    const known = this.#ring.endSeq - seq
    if (bytes.length > known) this.#ring.append(bytes.subarray(known))
    if (!this.#isReady) return
    if (this.#ring.endSeq - this.#sentSeq >= frameBytes) this.#flush()
    else this.#flushTimer.plan()
  }

  #becomeReady(): void {
    if (this.#isReady) return
    this.#isReady = true
    this.#flush()
    if (this.#streamId !== '') {
      const whole = this.#sentSince(this.#ring.startSeq)
      for (const connection of this.#resumingElsewhere()) this.#join(connection, this.#restMessage(whole, 0))
    }
    this.#welcomeWaiting()
  }

  #welcomeWaiting(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const viewer of waiting) this.#welcome(viewer)
  }

  /** Sends what is new to all viewers, encoded once, in frames of whole characters and whole sequences. */
  #flush(): void {
    this.#flushTimer.flushed()
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
      this.#notifyOutput(harmless.bytes)
      this.#gapBefore = false
    }
    this.#overtake()
  }

  #notifyOutput(text: Uint8Array): void {
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

  /** History up to what everybody has been sent; for one who knows more than that, the place where it is. */
  #welcome({ connection, since, joined }: Viewer): void {
    if (since !== null && this.#mustHearMore(since)) {
      connection.sendBulk(this.#historyMessage(Buffer.alloc(0), { isInString: false, gap: false, ...since }))
      this.#resuming.set(connection, since)
    } else if (since?.streamId === this.#streamId) this.#join(connection, this.#rest(since.seq))
    else this.#join(connection, this.#wholeHistory(since !== null))
    joined()
  }

  /** Another run than the viewer's is no reason to begin anew until the node has said which one is current. */
  #mustHearMore({ streamId, seq }: ResumePoint): boolean {
    if (streamId === this.#streamId) return seq > this.#sentSeq
    return this.#streamId === '' || !this.#isReady
  }

  /** Takes out those who know another run than the one that is read now. */
  #resumingElsewhere(): Connection[] {
    const others = [...this.#resuming].filter(([, { streamId }]) => streamId !== this.#streamId)
    for (const [connection] of others) this.#resuming.delete(connection)
    return others.map(([connection]) => connection)
  }

  /** Whoever knew more and no longer does gets the rest, then what everybody gets. */
  #overtake(): void {
    for (const [connection, { streamId, seq }] of this.#resuming) {
      if (streamId !== this.#streamId || seq > this.#sentSeq) continue
      this.#resuming.delete(connection)
      this.#join(connection, this.#restMessage(this.#sentSince(seq), seq))
    }
  }

  /** Output for one who knows everything before `knownSeq`; null when there is nothing to say. */
  #restMessage({ seq, bytes, isInString }: Sent, knownSeq: number): Buffer | null {
    const text = harmlessText(bytes, isInString).bytes
    return text.length > 0 || seq > knownSeq ? this.#outputMessage(text, seq > knownSeq) : null
  }

  /** One copy for all who come in the same moment: a thousand viewers must not cost a thousand histories. */
  #wholeHistory(isReturning: boolean): Buffer {
    // For one who has just come, what was printed before is no gap.
    const gap = isReturning && this.#ring.startSeq > 0
    const key = `${this.#streamId} ${this.#sentSeq} ${gap} ${Math.floor(this.#now() / 1000)}`
    if (this.#history?.key === key) return this.#history.message
    const { seq, bytes, isInString } = this.#sentSince(this.#ring.startSeq)
    const head = seq > 0 ? orphanedHeadBytes(bytes) : 0
    const message = this.#historyMessage(bytes.subarray(head), { isInString, gap })
    this.#history = { key, message }
    return message
  }

  #rest(sinceSeq: number): Buffer {
    const { seq, bytes, isInString } = this.#sentSince(sinceSeq)
    return this.#historyMessage(bytes, { isInString, gap: seq > sinceSeq })
  }

  #sentSince(fromSeq: number): Sent {
    const { seq, bytes } = this.#ring.peek(fromSeq, this.#sentSeq - fromSeq)
    const isInString = this.#isInStringAt(seq)
    return { seq, bytes: bytes.subarray(0, Math.max(0, this.#sentSeq - seq)), isInString }
  }

  /** Whether this place lies inside a string that is not shown: none goes on over the end of a line. */
  #isInStringAt(seq: number): boolean {
    const { startSeq } = this.#ring
    const { bytes } = this.#ring.peek(startSeq, seq - startSeq)
    return harmlessText(bytes.subarray(bytes.lastIndexOf(0x0a) + 1), false).isInString
  }

  #historyMessage(
    bytes: Uint8Array,
    { isInString, gap, seq = this.#sentSeq, streamId = this.#streamId }: HistoryPlace,
  ): Buffer {
    const text = harmlessText(bytes, isInString).bytes
    const rest = { seq, stream_id: streamId, gap }
    return encodeTextMessage('console.history', { field: 'output', text, rest }, this.#now())
  }
}

/** Bytes that every viewer has been sent, from `seq` on. */
interface Sent {
  seq: number
  bytes: Buffer
  isInString: boolean
}

interface HistoryPlace extends Partial<ResumePoint> {
  isInString: boolean
  gap: boolean
}
