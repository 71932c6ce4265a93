// A message of a live connection, as the panel wraps every one. What it carries is for its reader to know by its type.

import type { Envelope } from '@rookery/contracts/websocket/envelope.ts'

/** Null for what no panel sends: a proxy between may say something of its own. */
export function readEnvelope(text: string): Envelope<string, object> | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { type, payload, ts } = value as Partial<Record<keyof Envelope, unknown>>
  const hasPayload = typeof payload === 'object' && payload !== null
  return typeof type === 'string' && hasPayload
    ? { type, payload, ts: typeof ts === 'number' ? ts : 0 }
    : null
}
