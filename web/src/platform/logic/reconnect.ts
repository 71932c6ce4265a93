// When a live connection is tried again, after how long, and when it is given up.

import { closeCodes, readFarewell } from '@rookery/contracts/websocket/envelope.ts'

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
 * in the same instant. Where the panel has told how far apart they should come, that is the least mean. `random` is
 * from 0 to 1.
 */
export function retryDelayMs(failedAttempts: number, random: number, spreadMs = 0): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failedAttempts, 16))
  return Math.round(Math.max(ceiling / 2 + (ceiling / 2) * random, spreadMs / 2 + spreadMs * random))
}

export type LineState = 'connecting' | 'open' | 'reconnecting' | AfterClose

export type LineEvent =
  | { kind: 'opened' }
  | { kind: 'closed'; code: number; reason?: string }
  | { kind: 'refused'; status: number }

export interface Line {
  state: LineState
  failedAttempts: number
  /** What the panel has told when it stopped; kept until a connection opens. */
  spreadMs?: number
}

export const newLine: Line = { state: 'connecting', failedAttempts: 0 }

/** The next state of a connection; `refused` is the answer to a request that goes before it. */
export function nextLine(line: Line, event: LineEvent): Line {
  if (event.kind === 'opened') return { state: 'open', failedAttempts: 0 }
  const meaning = event.kind === 'closed' ? afterClose(event.code) : afterRefusal(event.status)
  if (meaning !== 'retry') return { state: meaning, failedAttempts: 0 }
  const reported = event.kind === 'closed' ? readFarewell(event.reason ?? '') : 0
  const spreadMs = reported || line.spreadMs || 0
  return {
    state: 'reconnecting',
    failedAttempts: line.state === 'open' ? 0 : line.failedAttempts + 1,
    ...(spreadMs > 0 && { spreadMs }),
  }
}

function afterRefusal(status: number): AfterClose {
  if (status === 401) return 'sign-in'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'gone'
  return 'retry'
}

/**
 * The address of what a channel is about. A browser does not tell why a channel was not opened, so it is asked there;
 * null where a channel is about nothing that could be gone.
 */
export function subjectPath(channelPath: string): string | null {
  const found = /^\/api\/ws\/(servers|tasks|nodes)\/(\d+)(?:\/|$)/.exec(channelPath)
  return found ? `/api/${found[1]}/${found[2]}` : null
}

export const isFinal = (line: Line): boolean =>
  line.state === 'sign-in' || line.state === 'forbidden' || line.state === 'gone'
