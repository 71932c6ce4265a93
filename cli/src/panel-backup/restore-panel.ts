// `rookery panel restore`: brings a backup back, out of a file or a storage, after everything about it has been checked.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  type DatabaseLoad,
  databaseLoadReport,
  databaseParts,
  type PanelManifest,
  panelParts,
  readPanelManifest,
  secretsPart,
  settingsPart,
} from '@rookery/contracts/panel-backup.ts'
import { blockingChanges } from '@rookery/contracts/schema-support.ts'
import { parseReport } from '@rookery/contracts/up-protocol.ts'
import { answersAsPanel } from '../doctor/check-ports.ts'
import { BackupProblem, readPanelFacts } from '../panel-facts.ts'
import type { Places } from '../places.ts'
import type { Programs } from '../programs.ts'
import { runForOutput } from '../run-in-foreground.ts'
import { closeWriteAheadLog } from '../sqlite-use.ts'
import { isInstanceRunning } from '../up/instance-lock.ts'
import { measure, readArchive } from './archive.ts'
import {
  alreadyThere,
  databaseLoaded,
  loadTheDump,
  newerThanThis,
  restored,
  secretsBeside,
  stillRunning,
} from './message-rules.ts'
import { readSchema } from './panel-database.ts'
import { type Placement, replaceFiles } from './replace-files.ts'

const loadPatienceMs = 3_600_000

export interface RestoreOptions {
  /** A file of `rookery panel backup`; or what brings the parts into a folder and gives the text of their list. */
  source: string | ((folder: string) => Promise<string | null>)
  /** Replace an installation that is there. */
  force: boolean
  /** A dump of PostgreSQL or MariaDB is put into the data folder and not loaded. */
  keepDatabase: boolean
  places: Places
  programs: Programs
  environment: NodeJS.ProcessEnv
  nowIso: string
}

/** Gives what to tell; a BackupProblem means that nothing was changed. */
export async function restorePanel(options: RestoreOptions): Promise<string> {
  const { places } = options
  const { source } = options
  if (typeof source === 'string' && !existsSync(source)) {
    throw new BackupProblem(`${resolve(source)} does not exist`)
  }
  const isNewFolder = mkdirSync(places.dataDir, { recursive: true, mode: 0o711 }) !== undefined
  const unpacked = mkdtempSync(join(places.dataDir, '.restoring-'))
  try {
    const manifest = await unpack(source, unpacked)
    const { placements, remarks, load } = await plan(options, unpacked)
    const occupied = placements.map(({ to }) => to).filter(existsSync)
    if (occupied.length > 0 && !options.force) throw new BackupProblem(alreadyThere(occupied))
    const stamp = options.nowIso.replaceAll(/[-:]|\.\d+/g, '')
    const keepIn = join(places.dataDir, `before-restore-${stamp}`)
    const hasReplaced = load !== null && (await loadDatabase(options, load, keepIn))
    const hasSaved = replaceFiles(placements, keepIn) || hasReplaced
    // The database that was restored tells which installation this is now.
    if (Object.values(databaseParts).some(name => manifest.parts[name])) {
      rmSync(join(dirname(places.configFile), 'installation.json'), { force: true })
    }
    return restored(places.dataDir, manifest.made_at, hasSaved ? keepIn : null, remarks)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
    if (isNewFolder && readdirSync(places.dataDir).length === 0) rmSync(places.dataDir, { recursive: true })
  }
}

async function unpack(source: RestoreOptions['source'], folder: string): Promise<PanelManifest> {
  const isFile = typeof source === 'string'
  const broken = new BackupProblem(`${isFile ? resolve(source) : 'This'} is not a whole backup of Rookery`)
  const text = isFile ? await unpackFile(resolve(source), folder) : await source(folder)
  const manifest = text === null ? null : readPanelManifest(text)
  if (manifest === null) throw broken
  const found = readdirSync(folder).toSorted()
  if (found.join() !== Object.keys(manifest.parts).toSorted().join()) throw broken
  for (const [name, wanted] of Object.entries(manifest.parts)) {
    const { bytes, sha256 } = await measure(join(folder, name))
    if (bytes !== wanted.bytes || sha256 !== wanted.sha256) throw broken
  }
  return manifest
}

/** Null: the content is wrong. */
function unpackFile(file: string, folder: string): Promise<string | null> {
  return readArchive(file, panelParts, folder).catch((error: unknown) => {
    const code = systemCodeOf(error)
    if (code === null) return null
    throw new BackupProblem(
      `${file} cannot be read and unpacked into ${folder} (${code}): give it to the user that runs this, or run this as root; with ENOSPC make room`,
    )
  })
}

/** What the system has refused; null: it is the content that is wrong. */
function systemCodeOf(error: unknown): string | null {
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  return typeof code === 'string' && typeof errno === 'number' ? code : null
}

interface RestorePlan {
  placements: Placement[]
  /** What was done besides, and what is left to do by hand. */
  remarks: string[]
  /** A dump that the panel program loads, with the settings that name the database. */
  load: { file: string; environment: NodeJS.ProcessEnv } | null
}

/** True: something was in the database, and is kept. */
async function loadDatabase(
  { programs, force }: RestoreOptions,
  { file, environment }: NonNullable<RestorePlan['load']>,
  keepIn: string,
): Promise<boolean> {
  const order: DatabaseLoad = { file, keep_in: force ? keepIn : null }
  // The program hears of Ctrl-C by itself, undoes what it has begun and says so.
  const wait = () => {}
  process.on('SIGINT', wait)
  try {
    const run = await runForOutput([programs.panel, '--load-database'], environment, {
      ...{ input: JSON.stringify(order), patienceMs: loadPatienceMs },
    })
    const report = parseReport(databaseLoadReport, run.output)
    if (report?.problem === null) return report.kept !== null
    throw new BackupProblem(report?.problem ?? `the panel program does not answer (${run.complaints})`)
  } finally {
    process.off('SIGINT', wait)
  }
}

async function plan(options: RestoreOptions, unpacked: string): Promise<RestorePlan> {
  const { places, programs, environment } = options
  const settings = planSettings(places, unpacked)
  // The restored settings decide where the database belongs.
  const asked = settings.file
    ? { ...environment, ...settings.secrets, CONFIG_FILE: settings.file }
    : environment
  const { facts, schema: known } = await readPanelFacts(programs, asked)
  if (isInstanceRunning(places.dataDir) || (facts.http.port !== 0 && (await answersAsPanel(facts.http)))) {
    throw new BackupProblem(stillRunning(places.dataDir))
  }
  const { driver } = facts.database
  const stored = (Object.keys(databaseParts) as (keyof typeof databaseParts)[]).find(one =>
    existsSync(join(unpacked, databaseParts[one])),
  )
  if (!stored) return { ...settings, load: null }
  if (stored !== driver) {
    throw new BackupProblem(
      `the backup holds a database of the kind ${stored}, and DATABASE_DRIVER is ${driver}; correct it first`,
    )
  }
  const from = join(unpacked, databaseParts[stored])
  if (facts.database.driver !== 'sqlite' && !options.keepDatabase) {
    const remarks = [databaseLoaded(facts.database), ...settings.remarks]
    return { ...settings, remarks, load: { file: from, environment: asked } }
  }
  if (facts.database.driver !== 'sqlite') {
    const to = join(places.dataDir, databaseParts[stored])
    const remarks = [...settings.remarks, loadTheDump(facts.database.driver, to)]
    return { placements: [{ from, to }, ...settings.placements], remarks, load: null }
  }
  const schema = readSchema(from)
  if (schema === null) throw new BackupProblem('the database in the backup is damaged')
  const blocking = blockingChanges(schema, known)
  if (blocking.length > 0) throw new BackupProblem(newerThanThis(blocking))
  if (existsSync(facts.database.file) && !closeWriteAheadLog(facts.database.file)) {
    throw new BackupProblem(stillRunning(places.dataDir))
  }
  // The database first: with the old settings it is at least complete.
  const placements = [{ from, to: facts.database.file }, ...settings.placements]
  return { ...settings, placements, load: null }
}

/** Secrets that came from the environment become settings where there are none, else they are put beside them. */
function planSettings(
  places: Places,
  unpacked: string,
): Omit<RestorePlan, 'load'> & { file: string | null; secrets: Record<string, string> } {
  const [settings, secretsFile] = [join(unpacked, settingsPart), join(unpacked, secretsPart)]
  const text = existsSync(settings) ? readFileSync(settings, 'utf8') : ''
  const all = existsSync(secretsFile) ? readSecretLines(readFileSync(secretsFile, 'utf8')) : {}
  const isSet = (name: string) => new Set(text.split('\n').map(line => line.split('=')[0]?.trim())).has(name)
  const secrets = Object.fromEntries(Object.entries(all).filter(([name]) => !isSet(name)))
  const to = places.configFile
  const isMissing = Object.keys(secrets).length > 0
  if (!existsSync(settings)) {
    const file = isMissing ? secretsFile : null
    return { placements: file ? [{ from: file, to }] : [], remarks: [], file, secrets: {} }
  }
  if (!isMissing) return { placements: [{ from: settings, to }], remarks: [], file: settings, secrets }
  const beside = join(dirname(to), secretsPart)
  const placements = [
    { from: settings, to },
    { from: secretsFile, to: beside },
  ]
  return { placements, remarks: [secretsBeside(Object.keys(secrets), beside)], file: settings, secrets }
}

/** NAME="value" lines, as a configuration file has them. */
function readSecretLines(text: string): Record<string, string> {
  const found = text.matchAll(/^([A-Z_]+)="((?:[^"\\]|\\.)*)"$/gm)
  return Object.fromEntries(
    Array.from(found, ([, name = '', value = '']) => [name, value.replaceAll(/\\(.)/g, '$1')] as const),
  )
}
