// The identity of an installation: an id in the database, and the same beside config.env in installation.json.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '@rookery/primitives/replace-file.ts'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import { insertIfAbsent } from '../database/portable.ts'
import type { Schema } from '../database/schema.ts'
import type { Log } from '../log.ts'
import { decideInstallation, type FoundDatabase } from './installation-rules.ts'

const idName = 'installation_id'
const fileShape = z.object({ id: z.uuid() })

export interface InstallationPlace {
  configFile: string
  /** How people know the database: a path or an address without its password. */
  databaseName: string
  /** The SQLite file; null for other databases. */
  databaseFile: string | null
  /** Asked for in so many words. */
  beginsAnew: boolean
}

export class InstallationProblem extends Error {}

export const installationFile = (configFile: string) => join(dirname(configFile), 'installation.json')

/** Before the database is opened, which makes an SQLite file that is not there. */
export function checkFiles(place: InstallationPlace): void {
  const { databaseFile } = place
  if (databaseFile === null || hasContent(databaseFile)) return
  if (hasContent(`${databaseFile}-wal`))
    throw new InstallationProblem(orphanedLog(databaseFile, place.configFile))
  acceptOrThrow(decideInstallation(readId(place.configFile), 'none', place.beginsAnew), place)
}

/** Before its schema is changed. Gives the id that the installation has; null when a new one is to be made. */
export async function checkDatabase(db: Kysely<Schema>, place: InstallationPlace): Promise<string | null> {
  const found = await inspect(db)
  return acceptOrThrow(decideInstallation(readId(place.configFile), found, place.beginsAnew), place)
}

/** With the present schema: of several instances that begin at once, all get the same. */
export async function storeId(db: Kysely<Schema>, id: string): Promise<string> {
  await insertIfAbsent(db, 'panel_secrets', { name: idName, value: id })
  return (await readStoredId(db)) ?? id
}

/** A folder that cannot be written costs the protection, not the panel. */
export function writeInstallationFile(configFile: string, id: string, log: Pick<Log, 'warn'>): void {
  const file = installationFile(configFile)
  if (existsSync(file) && readId(configFile) === id) return
  try {
    replaceFile(file, `${JSON.stringify({ id })}\n`)
  } catch (error) {
    log.warn(
      { file, reason: (error as NodeJS.ErrnoException).code },
      'this file cannot be written: a lost database would not be noticed at the next start',
    )
  }
}

function acceptOrThrow(
  decision: ReturnType<typeof decideInstallation>,
  place: InstallationPlace,
): string | null {
  if (decision.start) return decision.id
  throw new InstallationProblem(decision.problem === 'lost' ? lostDatabase(place) : otherDatabase(place))
}

async function inspect(db: Kysely<Schema>): Promise<FoundDatabase> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const hasUsers =
    tables.includes('users') && (await sql`select id from users limit 1`.execute(db)).rows.length > 0
  return { id: tables.includes('panel_secrets') ? await readStoredId(db) : null, hasUsers }
}

async function readStoredId(db: Kysely<Schema>): Promise<string | null> {
  const query = db.selectFrom('panel_secrets').select('value').where('name', '=', idName)
  return (await query.executeTakeFirst())?.value ?? null
}

/** Null where there is none; a file that cannot be understood stops the start. */
function readId(configFile: string): string | null {
  const file = installationFile(configFile)
  if (!existsSync(file)) return null
  try {
    return fileShape.parse(JSON.parse(readFileSync(file, 'utf8'))).id
  } catch {
    throw new InstallationProblem(
      `${file} cannot be read or is damaged. It names the installation that the database must belong to. Restore it, or remove it to take the id of the database`,
    )
  }
}

function hasContent(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0
}

/** In a way that fits every kind of installation: a unit, a container, a clone. */
const beginAnew = (configFile: string) =>
  `To start over on purpose, with a new administrator, remove ${installationFile(configFile)} and start the panel again`

function lostDatabase({ configFile, databaseName }: InstallationPlace): string {
  return [
    `the database of this installation is gone: ${databaseName} is missing or empty, and ${installationFile(configFile)} says that it was set up.`,
    'Bring it back: correct DATABASE_DRIVER, DATABASE_URL or DATA_DIR, or restore a backup (rookery panel restore FILE, or the tools of the database).',
    `${beginAnew(configFile)}.`,
  ].join('\n')
}

function otherDatabase({ configFile, databaseName }: InstallationPlace): string {
  return [
    `${databaseName} belongs to another installation than ${installationFile(configFile)} says.`,
    'Correct DATABASE_DRIVER, DATABASE_URL or DATA_DIR. If this is the right database, remove that file: the next start takes the id of the database.',
  ].join('\n')
}

function orphanedLog(databaseFile: string, configFile: string): string {
  return [
    `${databaseFile} is missing, but its log ${databaseFile}-wal is there and may hold its latest changes. Nothing was touched.`,
    'Put the database back beside its log. Or move the log away and restore a backup: rookery panel restore FILE.',
    `${beginAnew(configFile)}, after the log was moved away.`,
  ].join('\n')
}
