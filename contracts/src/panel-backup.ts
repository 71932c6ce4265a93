// The panel's own backup: what is in it, however it is stored, and how to know that it is whole. Decision 47.

import * as z from 'zod'

export const panelManifestName = 'rookery-backup.json'

/** The database of each kind, as its own program writes it. */
export const databaseParts = { sqlite: 'panel.sqlite', postgres: 'panel.dump', mysql: 'panel.sql' } as const
export const settingsPart = 'config.env'
/** AUTH_SECRET and ENCRYPTION_KEY, wherever they come from; only in storages, which encrypt. */
export const secretsPart = 'secrets.env'

export const panelParts = [...Object.values(databaseParts), settingsPart, secretsPart] as const

const part = z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

const panelManifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  version: z.string(),
  /** The changes that the database has. */
  schema: z.array(z.string()),
  parts: z.partialRecord(z.enum(panelParts), part),
})
export type PanelManifest = z.output<typeof panelManifest>

/** Null: this is not the list of contents of a panel's backup. */
export function readPanelManifest(text: string): PanelManifest | null {
  try {
    return panelManifest.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** In a storage, beside the repositories of game servers. */
export const panelRepository = (installationId: string): string => `panel-${installationId.toLowerCase()}`

/** The installation whose repository has this name; null: it is none of a panel. */
export function installationOf(repository: string): string | null {
  return /^panel-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(repository)?.[1] ?? null
}

/** What `panel --load-database` reads on standard input: a dump for the database that the configuration names. */
export const databaseLoad = z.object({
  file: z.string(),
  /** A folder for a dump of what is in the database; null: only an empty one is loaded into. */
  keep_in: z.string().nullable(),
})
export type DatabaseLoad = z.output<typeof databaseLoad>

/** What it prints on standard output, as one JSON line. */
export const databaseLoadReport = z.object({
  /** Null when all of it is loaded; otherwise the database is as it was. */
  problem: z.string().nullable(),
  /** The dump of what was there before; null: it was empty. */
  kept: z.string().nullable(),
})
export type DatabaseLoadReport = z.output<typeof databaseLoadReport>
