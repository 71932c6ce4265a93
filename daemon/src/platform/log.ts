// The daemon's log: JSON lines on standard output, with secrets blotted out by name.

import type { Writable } from 'node:stream'
import { type Logger, type LoggerOptions, pino } from 'pino'

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
