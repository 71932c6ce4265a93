// What a crash may mean: patterns in the last lines of a game, the cause in words, and what repairs it.

import * as z from 'zod'

export const crashCauses = [
  'eula',
  'port-in-use',
  'wrong-java',
  'missing-file',
  'missing-program',
  'image-missing',
  'engine-down',
  'out-of-memory',
  'no-space',
  'wrong-setting',
  'other',
] as const
export type CrashCause = (typeof crashCauses)[number]

/** Those that change a choice of the game server. */
export const crashRepairs = {
  /** Gives a variable of the template this value. */
  setVariable: z.object({ do: z.literal('set-variable'), name: z.string(), value: z.string() }),
  /** Takes another free port. */
  choosePort: z.object({ do: z.literal('choose-port'), port: z.enum(['game', 'query', 'rcon']) }),
  /** Another image of the template's list, by label. */
  useImage: z.object({ do: z.literal('use-image'), label: z.string() }),
}

export const crashRepair = z.discriminatedUnion('do', [
  crashRepairs.setVariable,
  crashRepairs.choosePort,
  crashRepairs.useImage,
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
