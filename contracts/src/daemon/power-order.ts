// The payload of a task of the kind `power`: a stop, restart or restore that the node carries out later (L21).

import * as z from 'zod'
import { restorePayload } from './backup-request.ts'

export const plannedActions = ['stop', 'restart', 'restore'] as const
export type PlannedAction = (typeof plannedActions)[number]

const waiting = {
  when: z.discriminatedUnion('is', [
    /** As soon as nobody plays. */
    z.object({ is: z.literal('empty') }),
    /** So long after the node has got it: its clock need not agree with the panel's. */
    z.object({ is: z.literal('after'), wait_ms: z.int().min(0) }),
  ]),
  /** Said to the players when the node has got it; empty: nothing is. */
  message: z.string().default(''),
}

export const powerOrder = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['stop', 'restart']), ...waiting }),
  /** Only for a node whose Hello named `planned_restore`. */
  z.object({ action: z.literal('restore'), ...waiting, restore: restorePayload }),
])
export type PowerOrder = z.output<typeof powerOrder>
