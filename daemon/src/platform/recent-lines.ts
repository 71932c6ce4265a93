// The last lines of the log, kept in memory with a bound on their bytes, for people who ask from the panel.

import { Writable } from 'node:stream'

const limitBytes = 512 * 1024

export class RecentLines extends Writable {
  readonly #lines: string[] = []
  #bytes = 0

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (const line of chunk.toString('utf8').split('\n')) if (line !== '') this.#keep(line)
    done()
  }

  /** Oldest first. */
  last(count: number): string[] {
    return this.#lines.slice(-count)
  }

  #keep(line: string): void {
    this.#lines.push(line)
    this.#bytes += Buffer.byteLength(line)
    while (this.#bytes > limitBytes) this.#bytes -= Buffer.byteLength(this.#lines.shift() ?? '')
  }
}
