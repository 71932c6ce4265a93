// When a live connection is tried again, after how long, and when it is given up.

import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'

export type AfterClose = 'retry' | 'sign-in' | 'forbidden' | 'gone'

/** What a close code means for the page that holds the connection. */
export function afterClose(code: number): AfterClose {
  if (code === closeCodes.loginSessionEnded) return 'sign-in'
  if (code === closeCodes.rightWithdrawn) return 'forbidden'
  if (code === closeCodes.objectGone) return 'gone'
  return 'retry'
}

const firstDelayMs = 500
const longestDelayMs = 20_000

/**
 * Doubles with every failed attempt up to 20 s; half of it is jitter, so that a thousand browsers do not come back
 * in the same instant. `random` is from 0 to 1.
 */
export function retryDelayMs(failedAttempts: number, random: number): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failedAttempts, 16))
  return Math.round(ceiling / 2 + (ceiling / 2) * random)
}

export type LineState = 'connecting' | 'open' | 'reconnecting' | AfterClose

export type LineEvent =
  | { kind: 'opened' }
  | { kind: 'closed'; code: number }
  | { kind: 'refused'; status: number }

export interface Line {
  state: LineState
  failedAttempts: number
}

export const newLine: Line = { state: 'connecting', failedAttempts: 0 }

/** The next state of a connection; `refused` is the answer to the request for a short-lived token. */
export function nextLine(line: Line, event: LineEvent): Line {
  if (event.kind === 'opened') return { state: 'open', failedAttempts: 0 }
  const meaning = event.kind === 'closed' ? afterClose(event.code) : afterRefusal(event.status)
  if (meaning !== 'retry') return { state: meaning, failedAttempts: 0 }
  return { state: 'reconnecting', failedAttempts: line.state === 'open' ? 0 : line.failedAttempts + 1 }
}

function afterRefusal(status: number): AfterClose {
  if (status === 401) return 'sign-in'
  if (status === 403) return 'forbidden'
  return 'retry'
}

export const isFinal = (line: Line): boolean =>
  line.state === 'sign-in' || line.state === 'forbidden' || line.state === 'gone'
