// Puts into a folder what a panel can be built from again: its database, its settings and its secrets.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  databaseParts,
  type PanelManifest,
  panelManifestName,
  secretsPart,
  settingsPart,
} from '@rookery/contracts/panel-backup.ts'
import { copySqlite } from '@rookery/primitives/copy-sqlite.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { dumpDatabase } from '../../platform/database/upkeep/dump-database.ts'
import { readSchemaState } from '../../platform/database/upkeep/schema-state.ts'
import type { Secret } from '../../platform/secret.ts'

/** What of the configuration says where things are. */
export interface CollectedPanel {
  configFile: string
  database: { driver: 'sqlite'; file: string } | { driver: 'postgres' | 'mysql'; url: Pick<Secret, 'reveal'> }
  /** By the name of their variable; those that are not set are left out. */
  secrets: Record<string, string>
  version: string
}

/** The folder must not be there; it is private from the beginning. */
export async function collectPanel(
  panel: CollectedPanel,
  db: Kysely<Schema>,
  folder: string,
  nowIso: string,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const { database, configFile, version } = panel
  const names: (keyof PanelManifest['parts'])[] = [databaseParts[database.driver], secretsPart]
  await copyDatabase(database, join(folder, databaseParts[database.driver]))
  await writeFile(join(folder, secretsPart), secretLines(panel.secrets), { mode: 0o600 })
  const hasSettings = await stat(configFile).then(
    () => true,
    () => false,
  )
  if (hasSettings) {
    await copyFile(configFile, join(folder, settingsPart))
    names.push(settingsPart)
  }
  const parts: PanelManifest['parts'] = {}
  for (const name of names) parts[name] = await measureFile(join(folder, name))
  const { applied: schema } = await readSchemaState(db)
  const manifest: PanelManifest = { format: 1, made_at: nowIso, version, schema, parts }
  await writeFile(join(folder, panelManifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
}

async function copyDatabase(database: CollectedPanel['database'], to: string): Promise<void> {
  if (database.driver === 'sqlite') return copySqlite(database.file, to)
  const file = await open(to, 'wx', 0o600)
  try {
    await dumpDatabase(database.driver, database.url.reveal(), file.fd)
    if ((await file.stat()).size === 0) throw new Error('the dump of the database is empty')
  } catch (error) {
    await rm(to, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** As a configuration file has them: within double quotes two characters are escaped. */
function secretLines(secrets: Record<string, string>): string {
  const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, character => `\\${character}`)}"`
  return Object.entries(secrets)
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join('')
}

export async function measureFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') }
}
