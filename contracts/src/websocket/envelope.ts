// The envelope of every WebSocket message (6.1) and the close codes.

import * as z from 'zod'

export interface Envelope<Type extends string = string, Payload = unknown> {
  type: Type
  payload: Payload
  /** Unix seconds. */
  ts: number
}

export const clientEnvelope = z.object({
  type: z.string().max(64),
  payload: z.record(z.string(), z.unknown()).default({}),
})

export const closeCodes = {
  normal: 1000,
  panelStops: 1001,
  protocolAbuse: 1008,
  tooLarge: 1009,
  readerTooSlow: 1013,
  loginSessionEnded: 4401,
  rightWithdrawn: 4403,
  objectGone: 4404,
} as const
