// The envelope of every WebSocket message (6.1) and the close codes.

export interface Envelope<Type extends string = string, Payload = unknown> {
  type: Type
  payload: Payload
  /** Unix seconds. */
  ts: number
}

export const closeCodes = {
  normal: 1000,
  panelStops: 1001,
  protocolAbuse: 1008,
  tooLarge: 1009,
  /** The panel could not find out whether the channel may stay open: come back. */
  internal: 1011,
  readerTooSlow: 1013,
  loginSessionEnded: 4401,
  rightWithdrawn: 4403,
  objectGone: 4404,
} as const

/** All channels of a panel together come back at about this rate; those that come too early and again add half of it. */
const comebacksPerSecond = 300

const farewellPattern = /^the panel stops; come back in about (\d{1,6}) ms$/

/**
 * The reason with which a stopping panel closes its channels: it tells how far apart they should come back, because
 * only the panel knows how many there are.
 */
export function farewellReason(openChannels: number): string {
  return `the panel stops; come back in about ${Math.ceil((openChannels * 1000) / comebacksPerSecond)} ms`
}

/** 0 when the reason tells nothing. */
export function readFarewell(reason: string): number {
  return Number(farewellPattern.exec(reason)?.[1] ?? 0)
}
