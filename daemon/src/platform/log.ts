// The daemon's log: JSON lines on standard output, with secrets blotted out by name.

import { type Logger, pino } from 'pino'

export type Log = Logger

export function createLog(level: string): Log {
  return pino({
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
  })
}
