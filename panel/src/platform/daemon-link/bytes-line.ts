// A Transfer over a TLS connection of its own (rule L13), in the shape of a call, for whom bytes come and go uncopied.

import { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { createFrameReader, frameWord } from '@rookery/contracts/daemon/bytes-line.ts'
import { TransferFromDaemon, TransferFromPanel } from '@rookery/contracts/daemon/generated/link.ts'

/** How many pieces may wait for a reader or writer that is late: of 16 KB as TLS gives them, of 64 KB as HTTP does. */
const waitingLimits = { readableHighWaterMark: 32, writableHighWaterMark: 4 }
const silentPeerMs = 20_000

export class BytesLine extends Duplex {
  readonly #socket: TLSSocket
  #hasEnded = false

  constructor(socket: TLSSocket) {
    super({ objectMode: true, ...waitingLimits })
    this.#socket = socket
    socket.setNoDelay(true).setKeepAlive(true, silentPeerMs)
    const hear = createFrameReader({
      bytes: bytes => this.#offer({ body: { $case: 'fileBytes', value: { bytes: bytes as Buffer } } }),
      message: bytes => this.#offer(TransferFromDaemon.decode(bytes)),
    })
    socket.on('data', (piece: Buffer) => {
      try {
        hear(piece)
      } catch (error) {
        this.destroy(error as Error)
      }
    })
    socket.on('end', () => {
      this.#hasEnded = true
      this.push(null)
    })
    socket.on('error', error => this.destroy(error))
    socket.on('close', () => {
      // What came before a good end may still wait for its reader.
      if (!this.#hasEnded) this.destroy()
    })
    // A call is ended by an error that somebody emits; so is this.
    this.on('error', () => this.destroy())
  }

  #offer(message: TransferFromDaemon): void {
    if (!this.push(message)) this.#socket.pause()
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(message: TransferFromPanel, _: string, done: (error?: Error | null) => void): void {
    const { body } = message
    const isOfBytes = body?.$case === 'fileBytes'
    const content = isOfBytes ? body.value.bytes : TransferFromPanel.encode(message).finish()
    this.#socket.cork()
    this.#socket.write(frameWord(isOfBytes ? 'bytes' : 'message', content.length))
    this.#socket.write(content, done)
    this.#socket.uncork()
  }

  /** At once: whoever ends it has the answer, or wants none. A node that does not read could keep the rest for ever. */
  override end(): this {
    return this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
