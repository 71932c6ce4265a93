// Types into a pty without ever waiting: a game that does not read its input must not hold up the others.

import { writeSync } from 'node:fs'

export const pendingInputLimitBytes = 64 * 1024
const retryMs = 20

/**
 * The pty library's own write spins for ever, and stops the whole process, once the terminal's input buffer is full.
 * So bytes are written here straight to the (non-blocking) master; what does not fit waits, bounded, for a retry.
 */
export class PtyInput {
  readonly #fd: number
  readonly #isOpen: () => boolean
  #pending: Buffer = Buffer.alloc(0)
  #timer: NodeJS.Timeout | null = null

  /** `isOpen` is asked right before every write: a closed descriptor's number may already be another file. */
  constructor(fd: number, isOpen: () => boolean) {
    this.#fd = fd
    this.#isOpen = isOpen
  }

  /** False, with nothing taken, when too much is waiting already. */
  write(bytes: Buffer): boolean {
    if (this.#pending.length + bytes.length > pendingInputLimitBytes) return false
    this.#pending = this.#pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#pending, bytes])
    if (this.#timer === null) this.#flush()
    return true
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#pending = Buffer.alloc(0)
  }

  #flush(): void {
    this.#timer = null
    while (this.#pending.length > 0 && this.#isOpen()) {
      try {
        this.#pending = this.#pending.subarray(writeSync(this.#fd, this.#pending))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break
        this.#timer = setTimeout(() => this.#flush(), retryMs)
        return
      }
    }
    this.#pending = Buffer.alloc(0)
  }
}
