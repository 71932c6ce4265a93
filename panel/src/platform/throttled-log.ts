// A log for what may happen thousands of times a second: the same message is written once a minute.

import type { Log } from './log.ts'

const againMs = 60_000

export type ThrottledLog = Record<'warn' | 'error', (fields: object, message: string) => void>

export function createThrottledLog(log: Pick<Log, 'warn' | 'error'>): ThrottledLog {
  const writtenAtMs = new Map<string, number>()
  const write = (level: 'warn' | 'error', fields: object, message: string) => {
    const nowMs = performance.now()
    if (nowMs - (writtenAtMs.get(message) ?? Number.NEGATIVE_INFINITY) < againMs) return
    writtenAtMs.set(message, nowMs)
    log[level](fields, message)
  }
  return {
    warn: (fields, message) => write('warn', fields, message),
    error: (fields, message) => write('error', fields, message),
  }
}
