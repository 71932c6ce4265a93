// The list of contents at the head of a backup: what it holds, in which state, and how to know that it is whole.

import { z } from 'zod'

export const manifestName = 'rookery-backup.json'
export const databaseName = 'panel.sqlite'
export const settingsName = 'config.env'

const partSchema = z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

const manifestSchema = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  version: z.string(),
  /** The changes that the database has. */
  schema: z.array(z.string()),
  parts: z.partialRecord(z.enum([databaseName, settingsName]), partSchema),
})

export type BackupManifest = z.infer<typeof manifestSchema>

export function readManifest(text: string): BackupManifest | null {
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
