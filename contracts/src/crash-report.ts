// Why a game server is down: how its process ended, its last lines, and what they may mean.

import * as z from 'zod'
import { crashCauses, crashRepair } from './template/crash-hints.ts'

/** Lines that a node sends along with a crash, and how long each may be. */
export const lastLinesLimit = 30
export const lastLineBytes = 500

export const crashReport = z.object({
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  out_of_memory: z.boolean(),
  last_lines: z.array(z.string()),
  causes: z.array(
    z.object({
      cause: z.enum(crashCauses),
      /** In the language that was asked for, where its template has it; else in English. */
      words: z.string(),
      /** It is not English. */
      translated: z.boolean().optional(),
      /** The line that tells it. */
      line: z.string().nullable(),
      /** What `POST …/repair` takes; null where nothing repairs it. */
      repair: crashRepair.nullable(),
    }),
  ),
})
export type CrashReport = z.output<typeof crashReport>
