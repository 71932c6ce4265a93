// What a client may put into the envelope of a WebSocket message (6.1).

import * as z from 'zod'

export const clientEnvelope = z.object({
  type: z.string().max(64),
  payload: z.record(z.string(), z.unknown()).default({}),
})
