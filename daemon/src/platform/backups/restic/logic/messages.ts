// What restic prints: each line by its schema, and whatever else there is as text.

import * as z from 'zod'

const count = z.number().nonnegative()

const status = z.object({
  message_type: z.literal('status'),
  total_files: count.default(0),
  files_done: count.default(0),
  files_restored: count.default(0),
  total_bytes: count.default(0),
  bytes_done: count.default(0),
  bytes_restored: count.default(0),
})

const backupSummary = z.object({
  message_type: z.literal('summary'),
  snapshot_id: z.string(),
  total_files_processed: count,
  total_bytes_processed: count,
  data_added: count,
  data_added_packed: count.optional(),
})

const restoreSummary = z.object({
  message_type: z.literal('summary'),
  files_restored: count.default(0),
  bytes_restored: count.default(0),
})

const checkSummary = z.object({
  message_type: z.literal('summary'),
  num_errors: count,
  broken_packs: z.array(z.string()).nullish(),
})

const problem = z.object({
  message_type: z.literal('error'),
  error: z.object({ message: z.string().default('') }).default({ message: '' }),
  message: z.string().default(''),
  item: z.string().default(''),
})

const exitError = z.object({
  message_type: z.literal('exit_error'),
  code: z.number(),
  message: z.string(),
})

const change = z.object({ message_type: z.literal('change'), path: z.string(), modifier: z.string() })

const node = z.object({
  message_type: z.literal('node'),
  name: z.string(),
  type: z.string(),
  path: z.string(),
  size: count.default(0),
  mode: z.number().default(0),
  mtime: z.string(),
})

const initialized = z.object({ message_type: z.literal('initialized') })

export const resticLine = z.union([
  status,
  backupSummary,
  checkSummary,
  restoreSummary,
  problem,
  exitError,
  change,
  node,
  initialized,
])
export type ResticLine = z.output<typeof resticLine>
export type ResticNode = z.output<typeof node>

export const snapshotList = z.array(
  z.object({
    id: z.string(),
    time: z.string(),
    tags: z.array(z.string()).nullish(),
    summary: z
      .object({
        total_files_processed: count.default(0),
        total_bytes_processed: count.default(0),
        data_added: count.default(0),
        data_added_packed: count.optional(),
      })
      .optional(),
  }),
)

/** `current` is the one that the password given has opened. */
export const keyList = z.array(z.object({ id: z.string(), current: z.boolean() }))

export const rawStatistics = z.object({ total_size: count })

/** Null: no message that is known here; the text is for those who look closer. */
export function parseLine(line: string): ResticLine | null {
  const json = parseJsonOrNull(line)
  return json === null ? null : (resticLine.safeParse(json).data ?? null)
}

/** A document that may stand between lines of other text. */
export function parseDocument<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | null {
  const whole = parseJsonOrNull(text)
  if (whole !== null) return schema.safeParse(whole).data ?? null
  for (const line of text.split('\n')) {
    const found = schema.safeParse(parseJsonOrNull(line))
    if (found.success) return found.data
  }
  return null
}

function parseJsonOrNull(text: string): unknown {
  const isJson = /^\s*[[{]/.test(text)
  try {
    return isJson ? (JSON.parse(text) as unknown) : null
  } catch {
    return null
  }
}

/** By an hour or more: clocks of machines that work together differ by less. Restic tells the age of a lock that is in its way. */
export function isLockFromFuture(text: string): boolean {
  return /lock was created at [^(]+\(-\d+h/.test(text)
}
