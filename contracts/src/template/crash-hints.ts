// What a crash may mean: patterns in the last lines of a game, the cause in words, and what repairs it.

import * as z from 'zod'

export const crashCauses = [
  'eula',
  'port-in-use',
  'wrong-java',
  'missing-file',
  'out-of-memory',
  'no-space',
  'wrong-setting',
  'other',
] as const
export type CrashCause = (typeof crashCauses)[number]

export const crashRepair = z.discriminatedUnion('do', [
  /** Gives a variable of the template this value. */
  z.object({ do: z.literal('set-variable'), name: z.string(), value: z.string() }),
  /** Takes another free port. */
  z.object({ do: z.literal('choose-port'), port: z.enum(['game', 'query', 'rcon']) }),
  /** Another image of the template's list, by label. */
  z.object({ do: z.literal('use-image'), label: z.string() }),
  z.object({ do: z.literal('reinstall') }),
  z.object({ do: z.literal('update') }),
])
export type CrashRepair = z.output<typeof crashRepair>

export const crashHint = z.object({
  /** A regular expression, tried on each of the last lines. Left out: the exit code alone tells. */
  pattern: z.string().min(1).optional(),
  exit_code: z.int().optional(),
  cause: z.enum(crashCauses),
  /** One or two sentences in English: what happened, and what to do. */
  words: z.string().min(1),
  repair: crashRepair.optional(),
})
export type CrashHint = z.output<typeof crashHint>
