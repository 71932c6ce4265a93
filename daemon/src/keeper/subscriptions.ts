// The output cursors of one connection: sends while the socket takes it, goes on at drain, tells of gaps.

import type { Socket } from 'node:net'
import type { OutputRing } from '@rookery/primitives/output-ring.ts'
import { eventFrame, outputFrameHead } from './keeper-frames.ts'
import { outputChunkBytes } from './keeper-protocol.ts'

interface Cursor {
  ring: OutputRing
  seq: number
}

export class Subscriptions {
  readonly #socket: Socket
  readonly #cursors = new Map<number, Cursor>()

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('drain', () => this.pump())
  }

  /** A second subscription to the same pty moves the cursor. */
  add(id: number, ring: OutputRing, fromSeq: number): void {
    this.#cursors.set(id, { ring, seq: Math.min(fromSeq, ring.endSeq) })
  }

  remove(id: number): void {
    this.#cursors.delete(id)
  }

  /** One chunk of each pty in turn, so that a flood in one does not keep the others from being seen. */
  pump(): void {
    let sent = true
    while (sent) {
      sent = false
      for (const [id, cursor] of this.#cursors) {
        if (this.#socket.destroyed || this.#socket.writableNeedDrain) return
        if (cursor.seq < cursor.ring.endSeq) {
          this.#sendChunk(id, cursor)
          sent = true
        }
      }
    }
  }

  #sendChunk(id: number, cursor: Cursor): void {
    const { seq, bytes } = cursor.ring.read(cursor.seq, outputChunkBytes)
    this.#socket.cork()
    if (seq > cursor.seq) {
      this.#socket.write(eventFrame({ event: 'gap', id, fromSeq: cursor.seq, toSeq: seq }))
    }
    this.#socket.write(outputFrameHead(id, seq, bytes.length))
    this.#socket.write(bytes)
    this.#socket.uncork()
    cursor.seq = seq + bytes.length
  }
}
