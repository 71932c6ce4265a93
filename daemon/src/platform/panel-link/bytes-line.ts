// A Transfer over a TLS connection of its own (rule L13), in the shape of a call, with few and large pieces.

import type { OnReadOpts } from 'node:net'
import { Duplex } from 'node:stream'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { bytesLineProtocol, createFrameReader, frameWord } from '@rookery/contracts/daemon/bytes-line.ts'
import { TransferFromDaemon, TransferFromPanel } from '@rookery/contracts/daemon/generated/link.ts'
import type { NodeIdentity } from './node-identity-files.ts'
import type { PanelTarget } from './panel-addresses.ts'
import { checkPanelIdentity } from './panel-channel.ts'

/** Blocks that wait to be filled again; memory that is new for every block costs more than the bytes in it. */
const spareLimit = 8

/** TLS gives 16 KB at a time; so many bytes are worth a write to the disk. */
const blockBytes = 256 * 1024
const receivedBytes = 64 * 1024
const silentPeerMs = 20_000
/** So long the panel may take to read what is on its way: then the line is closed from here. */
const lingerMs = 2 * 60_000
/** Half of what the panel allows: those that are closing still count there. */
const openLinesLimit = 32

/** Gives null when as many are open as the panel is sure to take. */
export function openBytesLines(target: PanelTarget, identity: NodeIdentity): () => BytesLine | null {
  let open = 0
  return () => {
    if (open >= openLinesLimit) return null
    open += 1
    const line = new BytesLine(target, identity)
    line.once('close', () => {
      open -= 1
    })
    return line
  }
}

export class BytesLine extends Duplex {
  readonly #socket: TLSSocket
  #block: Buffer<ArrayBuffer> = Buffer.alloc(0)
  /** The part of the block that is filled and not handed on yet. */
  #begin = 0
  #end = 0
  readonly #spare: Buffer<ArrayBuffer>[] = []
  /** How much of each block that was handed on has been used up. */
  readonly #used = new Map<ArrayBufferLike, number>()
  #isFlushDue = false
  #isHeld = false
  #hasEnded = false
  #lingering: NodeJS.Timeout | undefined

  constructor({ address, serverName }: PanelTarget, { caPem, certificatePem, privateKeyPem }: NodeIdentity) {
    super({ objectMode: true, readableHighWaterMark: 2, writableHighWaterMark: 2 })
    const hear = createFrameReader({
      bytes: piece => this.#collect(piece),
      message: bytes => {
        this.#flush()
        this.#offer(TransferFromPanel.decode(bytes))
      },
    })
    const options: ConnectionOptions & { onread: OnReadOpts } = {
      ...addressParts(address),
      servername: serverName,
      checkServerIdentity: checkPanelIdentity,
      ca: caPem,
      cert: certificatePem,
      key: privateKeyPem,
      minVersion: 'TLSv1.3',
      ALPNProtocols: [bytesLineProtocol],
      onread: {
        buffer: Buffer.allocUnsafeSlow(receivedBytes),
        callback: (length, buffer) => this.#receive(() => hear(buffer.subarray(0, length))),
      },
    }
    const socket = connect(options)
    this.#socket = socket
    socket.setNoDelay(true).setKeepAlive(true, silentPeerMs)
    socket.on('end', () => {
      this.#flush()
      this.#hasEnded = true
      this.push(null)
    })
    socket.on('error', error => this.destroy(error))
    socket.on('close', () => {
      if (!this.#hasEnded) this.destroy()
    })
  }

  /** Resolves when the bytes may be overwritten. */
  writeBytes(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const message: TransferFromDaemon = { body: { $case: 'fileBytes', value: { bytes: bytes as Buffer } } }
    return new Promise((resolve, reject) => {
      this.write(message, error => (error ? reject(error) : resolve()))
    })
  }

  /** Nobody needs these received bytes any longer. */
  reuse(bytes: Uint8Array): void {
    const used = (this.#used.get(bytes.buffer) ?? 0) + bytes.length
    this.#used.set(bytes.buffer, used)
    if (used < blockBytes) return
    this.#used.delete(bytes.buffer)
    if (this.#spare.length < spareLimit) this.#spare.push(Buffer.from(bytes.buffer as ArrayBuffer))
  }

  cancel(): void {
    this.destroy()
  }

  /** False holds the panel back until somebody reads. */
  #receive(hear: () => void): boolean {
    try {
      hear()
    } catch (error) {
      this.destroy(error as Error)
    }
    return !this.#isHeld
  }

  /** The received buffer is filled again at once: the bytes are copied to where they can wait. */
  #collect(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; ) {
      if (this.#end === this.#block.length) {
        this.#flush()
        this.#block = this.#spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes)
        this.#begin = 0
        this.#end = 0
      }
      const part = piece.subarray(at, at + this.#block.length - this.#end)
      this.#block.set(part, this.#end)
      this.#end += part.length
      at += part.length
    }
    // What comes slowly is not kept waiting for more.
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    setImmediate(() => {
      this.#isFlushDue = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#begin === this.#end || this.destroyed || this.#hasEnded) return
    const bytes = this.#block.subarray(this.#begin, this.#end)
    this.#begin = this.#end
    this.#offer({ body: { $case: 'fileBytes', value: { bytes } } })
  }

  #offer(message: TransferFromPanel): void {
    if (!this.push(message)) this.#isHeld = true
  }

  override _read(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#socket.resume()
  }

  override _write(message: TransferFromDaemon, _: string, done: (error?: Error | null) => void): void {
    const { body } = message
    const isOfBytes = body?.$case === 'fileBytes'
    const content = isOfBytes ? body.value.bytes : TransferFromDaemon.encode(message).finish()
    this.#socket.cork()
    this.#socket.write(frameWord(isOfBytes ? 'bytes' : 'message', content.length))
    this.#socket.write(content, done)
    this.#socket.uncork()
  }

  /**
   * The panel closes the line when it has read the end. Closed from here, a proxy between the two, which closes both
   * sides at once, would cut off what the panel has not read yet. What the panel still sends is read and dropped by
   * whoever ends this.
   */
  override _final(done: () => void): void {
    this.#lingering = setTimeout(() => this.#socket.end(), lingerMs).unref()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#lingering)
    this.#socket.destroy()
    done(error)
  }
}

/** `host:port`, also `[::1]:port`. */
function addressParts(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(address.slice(at + 1)) }
}
