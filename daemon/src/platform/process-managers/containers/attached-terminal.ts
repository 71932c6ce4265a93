// The two directions of a container's terminal; what it says is held back until its place in the output is known.

import type { Socket } from 'node:net'
import { ProcessError } from '../process-manager.ts'

const heldLimitBytes = 8 * 1024 * 1024
/** As much as a game may leave unread before the sender is told. */
const unreadLimitBytes = 256 * 1024

export class AttachedTerminal {
  /** Resolves when the connection is over, for whatever reason. */
  readonly over: Promise<void>
  readonly #socket: Socket
  #held: Buffer[] = []
  #heldBytes = 0
  #take: ((bytes: Buffer) => void) | null = null
  #changed = Promise.withResolvers<void>()
  isOver = false

  constructor(socket: Socket) {
    this.#socket = socket
    this.over = new Promise(resolve => {
      socket.on('close', () => {
        this.isOver = true
        this.#wake()
        resolve()
      })
    })
    socket.on('end', () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes: Buffer) => this.#hear(bytes))
    socket.resume()
  }

  get held(): Buffer {
    this.#held = [Buffer.concat(this.#held)]
    return this.#held[0] ?? Buffer.alloc(0)
  }

  /** Resolves when more is held, or the connection is over. */
  get changed(): Promise<void> {
    return this.#changed.promise
  }

  /** What was held goes to `takeHeld`, everything after it to `take`. */
  release(takeHeld: (bytes: Buffer) => void, take: (bytes: Buffer) => void): void {
    takeHeld(this.held)
    this.#held = []
    this.#take = take
    this.#socket.resume()
  }

  write(bytes: Uint8Array): void {
    if (this.isOver) throw new ProcessError('unavailable', 'the terminal of the container cannot be reached')
    if (this.#socket.writableLength + bytes.length > unreadLimitBytes) {
      throw new ProcessError('input_full', 'the game does not read its input: nothing more was sent')
    }
    this.#socket.write(bytes)
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(bytes: Buffer): void {
    if (this.#take !== null) {
      this.#take(bytes)
      return
    }
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes > heldLimitBytes) this.#socket.pause()
    this.#wake()
  }

  #wake(): void {
    const { resolve } = this.#changed
    this.#changed = Promise.withResolvers()
    resolve()
  }
}
