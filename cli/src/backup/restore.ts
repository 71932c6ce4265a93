// `rookery panel restore FILE`: brings a backup back, after everything about it has been checked.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { blockingChanges } from '@rookery/contracts/schema-support.ts'
import { answersAsPanel } from '../doctor/check-ports.ts'
import type { Places } from '../places.ts'
import type { Programs } from '../programs.ts'
import { isInstanceRunning } from '../up/instance-lock.ts'
import { measure, readArchive } from './archive.ts'
import { type BackupManifest, databaseName, readManifest, settingsName } from './logic/manifest.ts'
import { alreadyThere, newerThanThis, restored, stillRunning } from './logic/messages.ts'
import { BackupProblem, readPanelFacts } from './panel-facts.ts'
import { type Placement, putInPlace } from './put-in-place.ts'
import { isInUse, readSchema } from './sqlite-copy.ts'

export interface RestoreOptions {
  file: string
  /** Replace an installation that is there. */
  force: boolean
  places: Places
  programs: Programs
  environment: NodeJS.ProcessEnv
  nowIso: string
}

/** Gives what to tell; a BackupProblem means that nothing was changed. */
export async function restore(options: RestoreOptions): Promise<string> {
  const { places } = options
  const file = resolve(options.file)
  if (!existsSync(file)) throw new BackupProblem(`${file} does not exist`)
  const isNewFolder = mkdirSync(places.dataDir, { recursive: true, mode: 0o711 }) !== undefined
  const unpacked = mkdtempSync(join(places.dataDir, '.restoring-'))
  try {
    const manifest = await unpack(file, unpacked)
    const placements = await plan(options, unpacked)
    const occupied = placements.map(({ to }) => to).filter(existsSync)
    if (occupied.length > 0 && !options.force) throw new BackupProblem(alreadyThere(occupied))
    const stamp = options.nowIso.replaceAll(/[-:]|\.\d+/g, '')
    const keepIn = join(places.dataDir, `before-restore-${stamp}`)
    const hasSaved = putInPlace(placements, keepIn)
    // The database that was restored tells which installation this is now.
    if (manifest.parts[databaseName]) {
      rmSync(join(dirname(places.configFile), 'installation.json'), { force: true })
    }
    return restored(places.dataDir, manifest.made_at, hasSaved ? keepIn : null)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
    if (isNewFolder && readdirSync(places.dataDir).length === 0) rmSync(places.dataDir, { recursive: true })
  }
}

async function unpack(file: string, folder: string): Promise<BackupManifest> {
  const broken = new BackupProblem(`${file} is not a whole backup of Rookery`)
  const text = await readArchive(file, [databaseName, settingsName], folder).catch((error: unknown) => {
    const code = systemCodeOf(error)
    if (code === null) return null
    throw new BackupProblem(
      `${file} cannot be read and unpacked into ${folder} (${code}): give it to the user that runs this, or run this as root; with ENOSPC make room`,
    )
  })
  const manifest = text === null ? null : readManifest(text)
  if (manifest === null) throw broken
  const found = readdirSync(folder).toSorted()
  if (found.join() !== Object.keys(manifest.parts).toSorted().join()) throw broken
  for (const [name, wanted] of Object.entries(manifest.parts)) {
    const { bytes, sha256 } = await measure(join(folder, name))
    if (bytes !== wanted.bytes || sha256 !== wanted.sha256) throw broken
  }
  return manifest
}

/** What the system has refused; null: it is the content that is wrong. */
function systemCodeOf(error: unknown): string | null {
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  return typeof code === 'string' && typeof errno === 'number' ? code : null
}

async function plan(options: RestoreOptions, unpacked: string): Promise<Placement[]> {
  const { places, programs, environment } = options
  const settings = join(unpacked, settingsName)
  const copy = join(unpacked, databaseName)
  const hasSettings = existsSync(settings)
  // The restored settings decide where the database belongs.
  const asked = hasSettings ? { ...environment, CONFIG_FILE: settings } : environment
  const { facts, schema: known } = await readPanelFacts(programs, asked)
  const placements = hasSettings ? [{ from: settings, to: places.configFile }] : []
  if (isInstanceRunning(places.dataDir) || (facts.http.port !== 0 && (await answersAsPanel(facts.http)))) {
    throw new BackupProblem(stillRunning(places.dataDir))
  }
  if (!existsSync(copy)) return placements
  if (facts.database.driver !== 'sqlite') {
    throw new BackupProblem(
      `the backup holds an SQLite database, and DATABASE_DRIVER is ${facts.database.driver}; correct it first`,
    )
  }
  const schema = readSchema(copy)
  if (schema === null) throw new BackupProblem('the database in the backup is damaged')
  const blocking = blockingChanges(schema, known)
  if (blocking.length > 0) throw new BackupProblem(newerThanThis(blocking))
  if (existsSync(facts.database.file) && isInUse(facts.database.file)) {
    throw new BackupProblem(stillRunning(places.dataDir))
  }
  // The database first: with the old settings it is at least complete.
  return [{ from: copy, to: facts.database.file }, ...placements]
}
