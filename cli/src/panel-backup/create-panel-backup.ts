// `rookery panel backup FILE`: the panel's database, settings and secrets in one private file, while the panel runs.

import { existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { databaseParts, type PanelManifest, settingsPart } from '@rookery/contracts/panel-backup.ts'
import { copySqlite } from '@rookery/primitives/copy-sqlite.ts'
import manifest from '../../package.json' with { type: 'json' }
import { BackupProblem, readPanelFacts } from '../panel-facts.ts'
import type { Programs } from '../programs.ts'
import { measure, writeArchive } from './archive.ts'
import { secretsAreElsewhere, useItsOwnTool } from './message-rules.ts'
import { readSchema } from './panel-database.ts'

export interface BackupOptions {
  file: string
  settingsOnly: boolean
  programs: Programs
  environment: NodeJS.ProcessEnv
  nowIso: string
}

/** Gives what to tell; throws BackupProblem, and leaves no half file in any case. */
export async function createPanelBackup(options: BackupOptions): Promise<string[]> {
  const file = resolve(options.file)
  const { facts } = await readPanelFacts(options.programs, options.environment)
  const { database, configFile } = facts
  if (database.driver !== 'sqlite' && !options.settingsOnly)
    throw new BackupProblem(useItsOwnTool(database.driver))
  if (existsSync(file)) throw new BackupProblem(`${file} is there already; choose another name`)
  if (!existsSync(dirname(file)))
    throw new BackupProblem(`the folder ${dirname(file)} does not exist; make it first`)
  const parts = new Map<string, string>()
  if (existsSync(configFile)) parts.set(settingsPart, configFile)
  // Beside the result: it is surely as private a place, and the last step is a mere name.
  const workFolder = mkdtempSync(`${file}.making-`)
  try {
    if (database.driver === 'sqlite' && !options.settingsOnly) {
      if (!existsSync(database.file))
        throw new BackupProblem(`${database.file} does not exist yet: there is nothing to save`)
      const copy = join(workFolder, databaseParts.sqlite)
      await copySqlite(database.file, copy)
      parts.set(databaseParts.sqlite, copy)
    }
    if (parts.size === 0) throw new BackupProblem('there is nothing to save: no config.env and no database')
    const archive = join(workFolder, 'archive')
    await writeArchive(archive, JSON.stringify(await describeParts(parts, options.nowIso), null, 2), parts)
    linkSync(archive, file)
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
  const elsewhere = ['AUTH_SECRET', 'ENCRYPTION_KEY'].filter(name => options.environment[name])
  return [
    `Saved in ${file}: ${[...parts.keys()].join(', ')}. It holds secrets: keep it where no one else can read it.`,
    ...(elsewhere.length > 0 ? [secretsAreElsewhere(elsewhere)] : []),
  ]
}

async function describeParts(parts: Map<string, string>, nowIso: string): Promise<PanelManifest> {
  const measured: PanelManifest['parts'] = {}
  for (const [name, path] of parts) measured[name as keyof PanelManifest['parts']] = await measure(path)
  const copy = parts.get(databaseParts.sqlite)
  const schema = copy === undefined ? [] : readSchema(copy)
  if (schema === null) {
    throw new BackupProblem('the database is damaged or belongs to another program; run: rookery doctor')
  }
  const names = schema.map(({ name }) => name)
  return { format: 1, made_at: nowIso, version: manifest.version, schema: names, parts: measured }
}
