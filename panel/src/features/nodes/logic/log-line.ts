// A line of a daemon's log as people read it: when, how grave, and what, with its details behind.

import type { LogLine } from '@rookery/contracts/http/nodes.ts'

const knownFields = new Set(['time', 'level', 'msg', 'component', 'pid', 'hostname'])
const messageLimitCharacters = 4_000

export function readLogLine(text: string): LogLine {
  const fields = parseObject(text)
  if (fields === null) return { at: null, level: 'info', message: text.slice(0, messageLimitCharacters) }
  const { time, level, msg } = fields
  const details = Object.entries(fields)
    .filter(([name, value]) => !knownFields.has(name) && value !== '')
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const message = [typeof msg === 'string' ? msg : '', ...details].filter(Boolean).join('  ')
  return {
    at: typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null,
    level: typeof level === 'string' ? level.slice(0, 16) : 'info',
    message: message.slice(0, messageLimitCharacters),
  }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}
