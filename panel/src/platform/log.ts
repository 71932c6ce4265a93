// The structured log: one JSON line per fact, to standard output.

import { type Logger, pino } from 'pino'

export type Log = Logger

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: timeOfLine,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return destination ? pino(options, destination) : pino(options)
}

let written = { atMs: 0, text: '' }

/** Lines of the same millisecond share the text of their time: writing it down costs as much as the rest of a line. */
function timeOfLine(): string {
  const atMs = Date.now()
  if (atMs !== written.atMs) written = { atMs, text: `,"time":"${new Date(atMs).toISOString()}"` }
  return written.text
}
