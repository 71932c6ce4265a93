// Follows one stream of output from a byte on, over a connection of its own, as slowly as its reader wants.

import { setTimeout as delay } from 'node:timers/promises'
import type { KeeperEvent } from '../../../keeper/keeper-protocol.ts'
import type { OutputChunk } from '../process-manager.ts'
import { KeeperGone, KeeperRefused, type KeeperSocket, openKeeperSocket } from './keeper-socket.ts'

const reconnectMs = 50
/** What may wait here for a slow reader; beyond it the keeper's ring decides what is lost. */
const waitingLimitBytes = 512 * 1024

interface Watched {
  socketFile: string
  id: number
  streamId: string
}

/** Ends with the process, when its output has been forgotten, when the keeper is gone, or when `signal` aborts. */
export async function* watchOutput(
  watched: Watched,
  fromSeq: number,
  signal: AbortSignal,
): AsyncGenerator<OutputChunk, void, void> {
  let expectedSeq = fromSeq
  for (;;) {
    const piece = new WatchConnection(watched, signal)
    try {
      await piece.open(expectedSeq)
      for (let got = await piece.next(); got !== null; got = await piece.next()) {
        yield {
          streamId: watched.streamId,
          seq: got.seq,
          bytes: got.bytes,
          gapBytes: Math.max(0, got.seq - expectedSeq),
        }
        expectedSeq = got.seq + got.bytes.length
        if (piece.endSeq !== null && expectedSeq >= piece.endSeq) return
      }
      if (signal.aborted || (piece.endSeq !== null && expectedSeq >= piece.endSeq)) return
    } catch (error) {
      if (error instanceof KeeperGone || error instanceof KeeperRefused || signal.aborted) return
      await delay(reconnectMs)
    } finally {
      piece.close()
    }
  }
}

/** One connection's worth of a watch; a lost one is followed by another from the next byte. */
class WatchConnection {
  readonly #watched: Watched
  readonly #signal: AbortSignal
  readonly #queue: { seq: number; bytes: Buffer }[] = []
  #waitingBytes = 0
  #socket: KeeperSocket | null = null
  #isOver = false
  #wake: () => void = () => {}
  #seenSeq = 0
  /** Known once the process has ended. */
  endSeq: number | null = null

  constructor(watched: Watched, signal: AbortSignal) {
    this.#watched = watched
    this.#signal = signal
  }

  async open(fromSeq: number): Promise<void> {
    const { socketFile, id, streamId } = this.#watched
    this.#seenSeq = fromSeq
    this.#signal.addEventListener('abort', this.close)
    this.#socket = await openKeeperSocket(socketFile, {
      event: event => this.#hear(event),
      output: (seq, bytes) => this.#take(seq, bytes),
      closed: this.#finish,
    })
    if (this.#signal.aborted) this.close()
    const { pty } = await this.#socket.request({ verb: 'subscribe', id, streamId, fromSeq })
    if (pty?.exit) this.#endAt(pty.endSeq)
  }

  /** null when nothing more comes over this connection. */
  async next(): Promise<{ seq: number; bytes: Buffer } | null> {
    for (;;) {
      const got = this.#queue.shift()
      if (got) {
        this.#waitingBytes -= got.bytes.length
        if (this.#waitingBytes < waitingLimitBytes) this.#socket?.resume()
        return got
      }
      if (this.#isOver) return null
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  close = (): void => {
    this.#signal.removeEventListener('abort', this.close)
    this.#socket?.close()
    this.#finish()
  }

  #take(seq: number, bytes: Buffer): void {
    this.#queue.push({ seq, bytes })
    this.#waitingBytes += bytes.length
    this.#seenSeq = seq + bytes.length
    if (this.#waitingBytes >= waitingLimitBytes) this.#socket?.pause()
    this.#wake()
  }

  #hear(event: KeeperEvent): void {
    if (event.event === 'exited' && event.streamId === this.#watched.streamId) this.#endAt(event.endSeq)
  }

  #endAt(endSeq: number): void {
    this.endSeq = endSeq
    if (this.#seenSeq >= endSeq) this.#finish()
  }

  #finish = (): void => {
    this.#isOver = true
    this.#wake()
  }
}
