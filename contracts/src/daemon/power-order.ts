// The payload of a task of the kind `power`: a stop or restart that the node carries out later (L21).

import * as z from 'zod'

export const plannedActions = ['stop', 'restart'] as const
export type PlannedAction = (typeof plannedActions)[number]

export const powerOrder = z.object({
  action: z.enum(plannedActions),
  when: z.discriminatedUnion('is', [
    /** As soon as nobody plays. */
    z.object({ is: z.literal('empty') }),
    /** So long after the node has got it: its clock need not agree with the panel's. */
    z.object({ is: z.literal('after'), wait_ms: z.int().min(0) }),
  ]),
  /** Said to the players when the node has got it; empty: nothing is. */
  message: z.string().default(''),
})
export type PowerOrder = z.output<typeof powerOrder>
