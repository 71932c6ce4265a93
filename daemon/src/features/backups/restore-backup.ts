// Restores a backup, whole or some of its files: built beside, then put in place by names, and never a mixture.

import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { restorePayload } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type * as z from 'zod'
import { BackupError, type BackupProgress } from '../../platform/backups/backup-engine.ts'
import { splitPath } from '../../platform/confined-files/logic/path-components.ts'
import { type Owner, temporaryName } from '../../platform/confined-files/write-file.ts'
import { openRoot } from '../../platform/confined-files.ts'
import { formatBytes, formatProgress } from '../../platform/logic/format-bytes.ts'
import { pacedProgress } from '../../platform/paced-progress.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionCanceled, ActionFailed, unwatchedAction } from '../game-servers/logic/action.ts'
import { occupiesProcess } from '../game-servers/logic/run-state.ts'
import type { FolderSwaps } from './folder-swap.ts'
import type { OpenRepository, Repositories } from './repositories.ts'

export type RestoreOrder = z.output<typeof restorePayload>

export interface RestoringDeps {
  gameServers: GameServers
  repositories: Repositories
  swaps: FolderSwaps
  serversFolder: string
  ownerOf: (gameServerId: number) => Owner | null
  limitBytesPerSecond: number | undefined
  /** What is in its folder counts anew for its disk limit. */
  filesChanged: (gameServerId: number) => void
  /** Reads the list of backups anew and reports it. */
  refresh: (definition: GameServerDefinition, opened: OpenRepository) => Promise<void>
  /** Throws with the reason when what is there cannot be backed up. */
  takeSafety: (gameServerId: number, action: Action) => Promise<void>
}

const filesFolder = 'files'
const folderMode = 0o750

/** Whether the game runs afterwards is as it was before, also when it fails. */
export async function restoreBackup(
  gameServerId: number,
  order: RestoreOrder,
  action: Action,
  deps: RestoringDeps,
): Promise<void> {
  const supervisor = deps.gameServers.require(gameServerId)
  const { record } = supervisor
  const paths = order.paths?.map(requirePath)
  if (paths && !record.installed) {
    throw new ActionFailed(reasonOf('notInstalled'))
  }
  const source = order.source_uuid ?? record.definition.uuid
  const opened = await deps.repositories.openSource(record.definition, order.storage_id, source)
  const backup = await findBackup(opened, order.snapshot, action)
  // How large some of its files are is not known before.
  if (!paths) await requireSpace(backup.bytes, deps.gameServers)
  const isRunning = supervisor.process !== null || occupiesProcess(record.state)
  if (isRunning) {
    action.say('it runs: it is stopped, and started again afterwards')
    await supervisor.stop(action)
  }
  try {
    requireNotCanceled(action)
    if (!order.without_safety) await deps.takeSafety(gameServerId, action)
    requireNotCanceled(action)
    await supervisor.replaceFiles(async () => {
      const place = await deps.swaps.prepare(record.definition.uuid)
      try {
        await fetchFiles(opened, { gameServerId, place, order, paths, backup }, action, deps)
        if (paths) await putIn(gameServerId, place, deps)
        else await swapAll(gameServerId, place, action, deps)
      } finally {
        await deps.swaps.cleanUp(record.definition.uuid)
        deps.filesChanged(gameServerId)
      }
    })
  } catch (error) {
    if (isRunning) await startAsBefore(supervisor, action)
    throw error
  }
  action.say(paths ? 'the files are back' : 'everything is as it was when the backup was taken')
  // One that was brought back has never told the panel what else is there; a safety backup would have.
  if (order.without_safety && source === record.definition.uuid) {
    await deps
      .refresh(record.definition, opened)
      .catch((error: unknown) => action.say((error as Error).message))
  }
  if (isRunning || order.start) await supervisor.start(action)
}

/** Nothing was restored: why the game does not run either is said beside that. */
async function startAsBefore(supervisor: ReturnType<GameServers['require']>, action: Action): Promise<void> {
  action.say('nothing was changed: it is started again as it was')
  const hurried = { ...unwatchedAction(), superseded: AbortSignal.abort() }
  await supervisor.start(hurried).catch((error: unknown) => action.say((error as Error).message))
}

interface Fetching {
  gameServerId: number
  place: string
  order: RestoreOrder
  paths: string[] | undefined
  backup: { files: number; bytes: number }
}

async function fetchFiles(
  { repository }: OpenRepository,
  { gameServerId, place, order, paths, backup }: Fetching,
  action: Action,
  { ownerOf, limitBytesPerSecond }: RestoringDeps,
): Promise<void> {
  action.say(reasonOf('fetchingFiles'))
  const paced = pacedProgress<BackupProgress>(progress => report(action, progress, backup))
  try {
    const { files, bytes, dropped } = await repository.restore({
      id: order.snapshot,
      paths: paths ? paths.map(path => `${filesFolder}/${path}`) : [filesFolder],
      into: place,
      owner: ownerOf(gameServerId) ?? undefined,
      limitBytesPerSecond,
      onProgress: paced,
      signal: action.canceled,
    })
    action.say(`${files} files fetched, ${formatBytes(bytes)}`)
    for (const { path, reason } of dropped.slice(0, 20)) action.say(`left out: ${path}: ${reason}`)
  } catch (error) {
    if (action.canceled.aborted) throw canceled()
    throw error
  } finally {
    paced.close()
  }
}

async function swapAll(
  gameServerId: number,
  place: string,
  action: Action,
  { gameServers, swaps, ownerOf }: RestoringDeps,
): Promise<void> {
  const { uuid } = gameServers.require(gameServerId).record.definition
  const fresh = join(place, filesFolder)
  // A backup of an empty folder has none.
  await mkdir(fresh, { recursive: true })
  await chmod(fresh, folderMode)
  const owner = ownerOf(gameServerId)
  if (owner) await chown(fresh, owner.uid, owner.gid)
  requireNotCanceled(action)
  action.say(reasonOf('puttingInPlace'))
  swaps.swap(uuid, fresh)
}

/** Among what is there: a file takes the place of the one with its name, and all others stay. */
async function putIn(
  gameServerId: number,
  place: string,
  { gameServers, serversFolder, ownerOf }: RestoringDeps,
): Promise<void> {
  const { uuid } = gameServers.require(gameServerId).record.definition
  const owner = ownerOf(gameServerId)
  const root = await openRoot(join(serversFolder, uuid), owner ? { owner } : {})
  const stage = temporaryName()
  const [staged, stored] = [`${stage}/new`, `${stage}/old`]
  try {
    await root.mkdir(stored)
    await root.moveFolderIn(join(place, filesFolder), staged)
    await root.merge({ staged, stored, mustBeNew: false })
  } finally {
    await root.remove(stage).catch(() => {})
    await root.close()
  }
}

async function findBackup({ repository, storage }: OpenRepository, snapshot: string, action: Action) {
  const stored = await repository.list(action.canceled)
  const found = stored.find(({ id }) => id === snapshot)
  if (found) return found
  throw new BackupError('not_found', `this backup is no longer in ${storage.name}: choose another one`)
}

async function requireSpace(bytes: number, gameServers: GameServers): Promise<void> {
  const freeBytes = await gameServers.freeBytes()
  if (bytes <= freeBytes) return
  const figures = `the backup has ${formatBytes(bytes)}, and ${formatBytes(freeBytes)} are free`
  throw new ActionFailed(`there is not enough space on the node: ${figures}; free some and try again`)
}

function requirePath(path: string): string {
  const split = splitPath(path)
  if ('problem' in split) throw new ActionFailed(`${path}: ${split.problem}`)
  if (split.components.length === 0)
    throw new ActionFailed('a path to restore is empty: name files or folders')
  return split.components.join('/')
}

function requireNotCanceled(action: Action): void {
  if (action.canceled.aborted) throw canceled()
}

function canceled(): ActionCanceled {
  return new ActionCanceled(reasonOf('canceledUnchanged'))
}

function report(action: Action, progress: BackupProgress, backup: Fetching['backup']): void {
  const { filesDone, filesTotal, bytesDone, bytesTotal } = progress
  const bytes = bytesTotal ?? backup.bytes
  const text = `fetching the files: ${filesDone} of ${filesTotal ?? backup.files}, ${formatProgress(bytesDone, bytes)}`
  action.progress(Math.min(1, bytesDone / Math.max(1, bytes)), text)
}
