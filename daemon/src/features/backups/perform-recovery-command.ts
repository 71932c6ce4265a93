// Backups out of a storage and its recovery key alone: which game servers or panels are there, and one of them into a
// folder.

import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import { installationOf, panelRepository } from '@rookery/contracts/panel-backup.ts'
import type {
  RecoverableServer,
  RecoveryAnswer,
  RecoveryCommand,
} from '@rookery/contracts/recovery-command.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import {
  type BackupEngine,
  type BackupEngineName,
  BackupError,
  type BackupRepository,
  type BackupStorage,
} from '../../platform/backups/backup-engine.ts'
import { listRepositories } from '../../platform/backups/storages/open-storage-client.ts'
import { formatBytes } from '../../platform/logic/format-bytes.ts'
import { inspectRepository, readManifest } from './inspect-repository.ts'
import {
  isServerUuid,
  matchBackups,
  matchServers,
  nameOf,
  noBackupText,
  noServerText,
  panelProblemText,
  problemText,
  severalServersText,
} from './logic/recovery-choice.ts'
import { readHostKey } from './read-host-key.ts'
import { asStorage } from './repositories.ts'
import { takePanelBackup } from './take-panel-backup.ts'

export interface RecoveryDeps {
  engines: Record<BackupEngineName, BackupEngine>
  say: (answer: RecoveryAnswer) => void
  signal: AbortSignal
}

type RestoreCommand = Extract<RecoveryCommand, { command: 'restore' }>

/** Repositories that are opened at the same time. */
const atOnce = 4

/** The last answer; throws BackupError, and then leaves everything as it was. */
export async function performRecoveryCommand(
  command: RecoveryCommand,
  deps: RecoveryDeps,
): Promise<RecoveryAnswer> {
  if (command.command === 'host-key') {
    return { answer: 'host-key', host_key: await readHostKey(command.host, command.port, deps.signal) }
  }
  const key = parseRecoveryKey(command.recovery_key)
  if (key === null) throw new BackupError('invalid', noKey)
  const storage = asStorage(command)
  if (command.command === 'keep-panel') {
    return takePanelBackup(command, { storage, key, ...deps }).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error
      const { code, message, details } = error
      throw new BackupError(code, panelProblemText(code, message), { cause: error, details })
    })
  }
  const opened: OpenedStorage = { of: command.of, storage, key, deps }
  if (command.command === 'restore') return restoreServer(opened, command)
  const found = await openServers(opened, command.server)
  return { answer: 'servers', servers: found.map(({ server }) => server) }
}

const noKey =
  'This is not a recovery key, or one character of it is wrong. It has 14 groups of four letters and digits, as printed on the sheet of the storage.'

interface OpenedStorage {
  of: RestoreCommand['of']
  storage: BackupStorage
  key: Buffer
  deps: RecoveryDeps
}

interface OpenedServer {
  server: RecoverableServer
  /** By the id of a backup. */
  repositories: Map<string, BackupRepository>
}

/** All that are there, or those that are meant; at least one of them can be read. */
async function openServers(opened: OpenedStorage, wanted: string | null): Promise<OpenedServer[]> {
  // A whole uuid needs no search, which not every storage allows.
  const names = wanted !== null && isServerUuid(wanted) ? [wanted.toLowerCase()] : await findUuids(opened)
  const all: OpenedServer[] = []
  for (let at = 0; at < names.length; at += atOnce) {
    const some = names.slice(at, at + atOnce)
    all.push(...(await Promise.all(some.map(name => openServer(opened, name)))))
  }
  const isReadable = all.some(({ server }) => server.problem === '' || server.backups.length > 0)
  const [first] = all
  if (!isReadable && first) throw new BackupError('unknown', first.server.problem)
  const servers = all.map(({ server }) => server)
  const chosen = matchServers(servers, wanted)
  if (chosen.length === 0) throw new BackupError('not_found', noServerText(servers, wanted ?? ''))
  return all.filter(({ server }) => chosen.includes(server))
}

/** The uuids in the names of repositories. */
async function findUuids({ of, storage, deps }: OpenedStorage): Promise<string[]> {
  deps.say({ answer: 'step', text: 'Looking into the storage …' })
  const names = await listRepositories(storage, deps.signal)
  const uuids =
    of === 'panel' ? names.flatMap(name => installationOf(name) ?? []) : names.filter(isServerUuid)
  if (uuids.length > 0) return uuids
  const isInside = ['config', 'archives.json'].some(
    name => storage.kind === 'folder' && existsSync(join(storage.path, name)),
  )
  throw new BackupError(
    'not_found',
    of === 'panel'
      ? 'There is no backup of a panel in this storage. Check path, bucket and prefix, or name the installation by its id.'
      : isInside
        ? 'This is the folder of a single server. Name the folder above it, as it is in the settings of the storage.'
        : `There are no backups of Rookery at this place${names.length === 0 ? ', it is empty' : ''}. Check path, bucket and prefix: a storage has one folder for each server, named by its uuid.`,
  )
}

async function openServer({ of, storage, key, deps }: OpenedStorage, uuid: string): Promise<OpenedServer> {
  const name = of === 'panel' ? panelRepository(uuid) : uuid
  const place = { storage, name, passwords: [recoveryPassword(key, name)] }
  const found = await inspectRepository(place, engine => deps.engines[engine], deps.signal)
  const newest = found.backups.at(-1)
  const manifest = newest ? await readManifest(found, newest.id, deps.signal) : null
  const problem = found.problems.map(({ code, message }) => problemText(code, message)).join(' ')
  const named = manifest === null ? null : parseJsonOrNull(namedManifest, manifest)
  const server = { uuid, name: named?.name ?? '', backups: found.backups, problem }
  return { server, repositories: found.repositories }
}

const namedManifest = z.object({ name: z.string() })

async function restoreServer(opened: OpenedStorage, command: RestoreCommand): Promise<RecoveryAnswer> {
  const { deps } = opened
  const { into } = command
  // Before anything is fetched.
  const isThere = await requireEmpty(into)
  const { server, backup, repository } = await chooseBackup(opened, command)
  const taken = new Date(backup.taken_at_ms).toISOString()
  const size = `${backup.files} files, ${formatBytes(backup.bytes)}`
  deps.say({ answer: 'step', text: `Restoring ${nameOf(server)} as it was at ${taken}: ${size}` })
  await mkdir(into, { mode: 0o700, recursive: true })
  const staging = join(into, '.restoring')
  try {
    await requireSpace(into, backup.bytes)
    const { files, bytes, dropped } = await repository.restore({
      ...{ id: backup.id, into: staging, signal: deps.signal },
      // Users of the machine that it came from are others here.
      ...(process.getuid && process.getgid && { owner: { uid: process.getuid(), gid: process.getgid() } }),
      onProgress: ({ bytesDone, bytesTotal }) =>
        deps.say({ answer: 'progress', bytes_done: bytesDone, bytes_total: bytesTotal }),
    })
    for (const name of await readdir(staging)) await rename(join(staging, name), join(into, name))
    await rmdir(staging)
    return {
      ...{ answer: 'restored', server: { uuid: server.uuid, name: server.name }, backup, into, files, bytes },
      dropped: dropped.map(({ path, reason }) => `${path}: ${reason}`),
    }
  } catch (error) {
    for (const name of await readdir(into)) await rm(join(into, name), { recursive: true, force: true })
    if (!isThere) await rmdir(into)
    throw error
  }
}

async function chooseBackup(opened: OpenedStorage, wanted: Pick<RestoreCommand, 'server' | 'backup'>) {
  const found = await openServers(opened, wanted.server)
  const [first] = found
  if (!first || found.length > 1) {
    const servers = found.map(({ server }) => server)
    throw new BackupError('invalid', severalServersText(servers, wanted.server ?? ''))
  }
  const { server, repositories } = first
  const matching = matchBackups(server.backups, wanted.backup)
  const [backup] = matching
  const repository = repositories.get(backup?.id ?? '')
  if (!backup || !repository || matching.length > 1) {
    throw new BackupError('not_found', noBackupText(server, wanted.backup, matching.length))
  }
  return { server, backup, repository }
}

async function requireEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    if (error.code === 'ENOTDIR') throw new BackupError('invalid', `${folder} is not a folder. Name another.`)
    throw new BackupError('denied', `${folder} cannot be read (${error.code}). Name another folder.`)
  })
  if (names === null) return false
  if (names.length > 0) {
    throw new BackupError('invalid', `${folder} is not empty. Name a folder that is empty or not there yet.`)
  }
  return true
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes) return
  const free = formatBytes(bavail * bsize)
  throw new BackupError(
    'no_space',
    `The backup needs ${formatBytes(bytes)}, and ${folder} has room for ${free}. Name a folder on another disk, or make room.`,
  )
}
