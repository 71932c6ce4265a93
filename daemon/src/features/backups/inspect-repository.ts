// Looks into a repository with nothing but passwords that may open it: which backups are there, and what a manifest says.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { RecoverableBackup } from '@rookery/contracts/recovery-command.ts'
import {
  type BackupEngine,
  type BackupEngineName,
  BackupError,
  type BackupRepository,
  type BackupStorage,
  type StoredBackup,
} from '../../platform/backups/backup-engine.ts'

export interface InspectedPlace {
  storage: BackupStorage
  /** Of the repository. */
  name: string
  /** The first one that opens it is used; archives need none. */
  passwords: readonly string[]
}

export interface InspectedRepository {
  /** Oldest first. */
  backups: RecoverableBackup[]
  /** By the id of a backup. */
  repositories: Map<string, BackupRepository>
  /** Place of the password that opened it; null: none did, or none was needed. */
  openedBy: number | null
  /** Why some or all of its backups cannot be read. */
  problems: BackupError[]
}

const manifestLimitBytes = 2 * 1024 * 1024

export async function inspectRepository(
  place: InspectedPlace,
  engineOf: (name: BackupEngineName) => BackupEngine,
  signal: AbortSignal,
): Promise<InspectedRepository> {
  const found: InspectedRepository = { backups: [], repositories: new Map(), openedBy: null, problems: [] }
  for (const name of enginesIn(place)) {
    try {
      const { repository, stored, openedBy } = await openAndList(place, engineOf(name), signal)
      if (name === 'restic') found.openedBy = openedBy
      for (const backup of stored) {
        found.repositories.set(backup.id, repository)
        found.backups.push(describe(backup, name))
      }
    } catch (error) {
      if (!(error instanceof BackupError) || signal.aborted) throw error
      found.problems.push(error)
    }
  }
  return { ...found, backups: found.backups.toSorted((a, b) => a.taken_at_ms - b.taken_at_ms) }
}

/** The text of it; null where it cannot be read: a backup without one is a backup all the same. */
export async function readManifest(
  { repositories }: Pick<InspectedRepository, 'repositories'>,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const opened = await repositories.get(id)?.readFile(id, 'manifest.json', signal)
    if (!opened) return null
    try {
      return opened.entry.sizeBytes > manifestLimitBytes ? null : await text(opened.stream)
    } finally {
      opened.stream.destroy()
    }
  } catch {
    signal.throwIfAborted()
    return null
  }
}

async function openAndList(
  { storage, name, passwords }: InspectedPlace,
  engine: BackupEngine,
  signal: AbortSignal,
) {
  for (const [openedBy, password] of passwords.entries()) {
    const repository = engine.repository({ storage, name, password })
    try {
      return { repository, stored: await repository.list(signal), openedBy }
    } catch (error) {
      const isWrong = error instanceof BackupError && error.code === 'wrong_password'
      if (!isWrong || openedBy === passwords.length - 1) throw error
    }
  }
  throw new BackupError('wrong_password', 'no password was given')
}

/** In a folder it shows which of them have stored something; elsewhere there is only restic. */
function enginesIn({ storage, name }: InspectedPlace): BackupEngineName[] {
  if (storage.kind !== 'folder') return ['restic']
  const isArchive = existsSync(join(storage.path, name, 'archives.json'))
  const isRestic = existsSync(join(storage.path, name, 'config'))
  return [
    ...(isRestic || !isArchive ? (['restic'] as const) : []),
    ...(isArchive ? (['archive'] as const) : []),
  ]
}

function describe({ id, takenAtMs, tags, files, bytes }: StoredBackup, engine: BackupEngineName) {
  const { kind = '', note = '' } = tags
  return { id, engine, taken_at_ms: takenAtMs, kind, note, files, bytes }
}
