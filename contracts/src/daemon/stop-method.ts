// How a game is asked to end.

import * as z from 'zod'

export const stopMethod = z.discriminatedUnion('by', [
  z.object({ by: z.literal('command'), command: z.string() }),
  z.object({ by: z.literal('signal'), signal: z.enum(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) }),
])
export type StopMethod = z.output<typeof stopMethod>
