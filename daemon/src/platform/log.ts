// The daemon's log: JSON lines on standard output, with secrets blotted out by name, and its last lines in memory.

import { Writable } from 'node:stream'
import { type Logger, type LoggerOptions, pino } from 'pino'

const recentLimitBytes = 512 * 1024

export type Log = Logger

/** Everything that is written is kept in `recent` too, where one is given. */
export function createLog(level: string, recent?: Writable): Log {
  const options: LoggerOptions = {
    level,
    base: { component: 'daemon' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    redact: [
      'api_key',
      'connection_password',
      'apiKey',
      'connectionPassword',
      'key',
      '*.apiKey',
      '*.api_key',
    ],
  }
  if (!recent) return pino(options)
  return pino(options, pino.multistream([process.stdout, recent].map(stream => ({ level: 'trace', stream }))))
}

/** The last lines of the log, kept in memory with a bound on their bytes, for people who ask from the panel. */
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
    while (this.#bytes > recentLimitBytes) this.#bytes -= Buffer.byteLength(this.#lines.shift() ?? '')
  }
}
