// Copies the panel's database before an upgrade: SQLite as a file, the others with their own dump program.

import { chownSync, closeSync, existsSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { copySqlite } from '@rookery/primitives/copy-sqlite.ts'
import type { PanelFacts } from '../panel-facts.ts'
import { tryCommand } from './system-command.ts'

const retainedCount = 3
const dumpEndings = { postgres: 'dump', mysql: 'sql' }

export interface CopyRequest {
  database: PanelFacts['database']
  folder: string
  version: string
  nowIso: string
  /** The program that knows how to reach the database. */
  programFolder: string
  environment: NodeJS.ProcessEnv
}

/** Gives the file; throws with the reason, and then leaves none. */
export async function copyPanelDatabase(request: CopyRequest): Promise<string> {
  const { database, folder, version, nowIso } = request
  const stamp = nowIso.replaceAll(/[-:]|\.\d+/g, '')
  const ending = database.driver === 'sqlite' ? 'sqlite' : dumpEndings[database.driver]
  const file = join(folder, `${stamp}-${version}.${ending}`)
  try {
    if (database.driver === 'sqlite') await copyWithOwner(database.file, file)
    else await dump(request, file)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
  const copies = readdirSync(folder).filter(name => /^\d{8}T\d{6}Z-/.test(name))
  for (const name of copies.toSorted().slice(0, -retainedCount)) {
    if (name !== basename(file)) rmSync(join(folder, name), { force: true })
  }
  return file
}

async function copyWithOwner(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`${from} does not exist`)
  await copySqlite(from, to)
  // Where no panel runs, reading made these, and the panel is another user.
  const { uid, gid } = statSync(from)
  for (const ending of ['-wal', '-shm']) {
    if (existsSync(from + ending)) chownSync(from + ending, uid, gid)
  }
}

async function dump({ programFolder, environment }: CopyRequest, to: string): Promise<void> {
  const outputFile = openSync(to, 'wx', 0o600)
  try {
    const argv = [join(programFolder, 'bin/node'), join(programFolder, 'dist/panel.mjs'), '--dump-database']
    const { status, complaints } = await tryCommand(argv, { env: environment, outputFile })
    if (status !== 0) throw new Error(complaints || `the dump ended with ${status}`)
    if (statSync(to).size === 0) throw new Error('the dump is empty')
  } finally {
    closeSync(outputFile)
  }
}
