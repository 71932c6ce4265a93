// Suspended: a game server that may not run, or a person who may not sign in, and why.

import * as z from 'zod'

export const longestSuspensionReason = 500

/** What people read who meet it: one line. */
export const suspensionReason = z
  .string('is required')
  .trim()
  .min(1, 'must not be empty')
  .max(longestSuspensionReason, `must be at most ${longestSuspensionReason} characters`)
  .regex(/^\P{Cc}*$/u, 'must be one line without control characters')

/** As it is stored, and as a node keeps it of a game server. */
export const suspension = z.object({
  at: z.iso.datetime(),
  /** The login of who did it. */
  by: z.string(),
  reason: z.string(),
})
export type Suspension = z.output<typeof suspension>
