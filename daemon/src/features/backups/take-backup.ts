// Takes one backup of a game server: room for it, the game's files held still, the engine, and what is known afterwards.

import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupKind, NodeBackup, RiskyAction } from '@rookery/contracts/backups.ts'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { BackupProgress, TakenBackup } from '../../platform/backups/backup-engine.ts'
import type { FolderCopies } from '../../platform/backups/folder-copies.ts'
import { formatBytes, formatProgress } from '../../platform/logic/format-bytes.ts'
import { pacedProgress } from '../../platform/paced-progress.ts'
import { type Action, ActionCanceled, ActionFailed } from '../game-servers/logic/action.ts'
import { asNodeBackups, type BackupReports, tagsOf } from './backup-reports.ts'
import { type DatabaseDumpOptions, withDatabaseDump } from './database-dumps.ts'
import { limitProblem } from './logic/backup-limits.ts'
import { createManifest } from './logic/backup-manifest.ts'
import { type PreparedGame, type PreparingDeps, withPreparedGame } from './prepare-game.ts'
import {
  locationOf,
  type OpenRepository,
  type Repositories,
  requireFormerFolder,
  requireStorage,
} from './repositories.ts'

export interface TakingDeps extends PreparingDeps {
  repositories: Repositories
  reports: BackupReports
  serversFolder: string
  copies: FolderCopies
  databases: DatabaseDumpOptions
  limitBytesPerSecond: number | undefined
  /** Removes what retention no longer wants. */
  applyRetention: (
    definition: GameServerDefinition,
    storage: DefinedStorage,
    opened: OpenRepository,
  ) => Promise<void>
  /** As `applyRetention`, and what was removed takes no room any longer. */
  freeSpace: (
    definition: GameServerDefinition,
    storage: DefinedStorage,
    opened: OpenRepository,
    signal: AbortSignal,
  ) => Promise<void>
}

export interface BackupOrder {
  storageId?: number | undefined
  kind: BackupKind
  before: RiskyAction | null
  /** Of the person who asked for it. */
  note?: string
  /** Of the task that a person asked for; else empty. */
  runKey: string
}

const warningsLimit = 20
const warningChars = 500
/** Of the daemon itself: what it makes in a game's folder and moves to its place. */
const ownFiles = ['/.rookery-*.tmp']

/** Throws BackupError, ActionFailed and ActionCanceled; nothing of a backup stays then. */
export async function takeBackup(
  gameServerId: number,
  order: BackupOrder,
  action: Action,
  deps: TakingDeps,
): Promise<NodeBackup> {
  const { definition } = deps.gameServers.require(gameServerId).record
  const storage = requireStorage(definition, order.storageId)
  try {
    const opened = await deps.repositories.open(definition, storage.id)
    const backup = await takeInto({ gameServerId, definition, storage, opened }, order, action, deps)
    await noteTaken(definition.uuid, storage, opened, backup, deps)
    if (order.kind !== 'safety') action.say(takenText(backup, storage))
    await deps.applyRetention(definition, storage, opened)
    return backup
  } catch (error) {
    const isCanceled = action.canceled.aborted || error instanceof ActionCanceled
    if (!isCanceled) noteProblem(definition.uuid, storage.id, error, deps)
    throw isCanceled ? new ActionCanceled(reasonOf('canceledBackup')) : error
  }
}

interface Target {
  gameServerId: number
  definition: GameServerDefinition
  storage: DefinedStorage
  opened: OpenRepository
}

async function takeInto(
  target: Target,
  order: BackupOrder,
  action: Action,
  deps: TakingDeps,
): Promise<NodeBackup> {
  const { definition, storage, opened } = target
  const { uuid } = definition
  const files = join(deps.serversFolder, uuid)
  const found = await lstat(files).catch(() => null)
  if (!found?.isDirectory()) throw new ActionFailed(reasonOf('nothingToBackUp'))
  action.say(reasonOf('openingStorage', { storage: storage.name }))
  const { repository } = opened
  requireFormerFolder(definition, storage, deps.reports.find(uuid, storage.id), 'take the backup')
  await repository.create(action.canceled)
  const { isEncrypting } = opened.engine
  const opens = `${storage.recovery_password} ${locationOf(storage.place)}`
  const recoveryHash = createHash('sha256').update(opens).digest('base64url')
  if (isEncrypting && deps.reports.find(uuid, storage.id)?.upkeep.recoveryHash !== recoveryHash) {
    await repository.addPassword(storage.recovery_password, action.canceled)
    deps.reports.noteUpkeep(uuid, storage.id, { recoveryHash })
  }
  await freeSpace(target, order, action, deps)
  action.canceled.throwIfAborted()
  return withDatabaseDump(definition, action.canceled, deps.databases, dump =>
    storeFiles(target, files, dump, order, action, deps),
  )
}

async function storeFiles(
  { gameServerId, definition, opened: { repository } }: Target,
  files: string,
  dump: () => Promise<string | undefined>,
  order: BackupOrder,
  action: Action,
  deps: TakingDeps,
): Promise<NodeBackup> {
  const isCopy = await deps.copies.arePossible()
  const read = await withPreparedGame(gameServerId, action, deps, async prepared => {
    const takenAtMs = deps.clock.nowMs()
    const databases = await dump()
    const take = async (folder: string, game: PreparedGame): Promise<NodeBackup> => {
      const { consistency } = game
      const { kind, before, note = '', runKey: run_key } = order
      const manifest = createManifest(definition, { taken_at_ms: takenAtMs, kind, before, consistency })
      const paced = pacedProgress<BackupProgress>(progress => report(action, progress))
      try {
        const taken = await repository.take({
          sources: { files: folder, databases },
          manifest: JSON.stringify(manifest, null, 2),
          exclude: [...ownFiles, ...excludedBy(definition)],
          isCopy,
          tags: { ...tagsOf({ kind, before, run_key, consistency }), ...(note !== '' && { note }) },
          priority: 'low',
          limitBytesPerSecond: deps.limitBytesPerSecond,
          onProgress: paced,
          signal: action.canceled,
        })
        const facts = { kind, before, run_key, taken_at_ms: takenAtMs, ...(note !== '' && { note }) }
        return asNodeBackup(taken, facts, game)
      } finally {
        paced.close()
      }
    }
    // A game that does not run can wait.
    const isRunning = prepared.consistency !== 'stopped'
    const copy = isCopy && isRunning ? await deps.copies.create(files, action.canceled) : null
    if (copy === null) return take(files, prepared)
    // What becomes of the game from here on no longer matters.
    const hasChanged = prepared.hasChanged()
    return { copy, take: () => take(copy.path, { ...prepared, hasChanged: () => hasChanged }) }
  })
  if (!('copy' in read)) return read
  try {
    return await read.take()
  } finally {
    await read.copy.remove()
  }
}

/** What is named to be kept comes after what is excluded: of several patterns the last one decides. */
export function excludedBy({ backup }: Pick<GameServerDefinition, 'backup'>): string[] {
  return backup ? [...backup.exclude, ...backup.include.map(pattern => `!${pattern}`)] : []
}

/** Retention makes room before a backup is refused. */
async function freeSpace(target: Target, { kind }: BackupOrder, action: Action, deps: TakingDeps) {
  if (kind === 'safety') return
  const { definition, storage, opened } = target
  const problem = () => limitProblem(storage, deps.reports.find(definition.uuid, storage.id)?.report ?? null)
  if (problem() === null) return
  action.say(reasonOf('makingRoom'))
  await deps.freeSpace(definition, storage, opened, action.canceled)
  const left = problem()
  if (left !== null) throw new ActionFailed(left)
}

function asNodeBackup(
  { id, files, bytes, bytesAdded, warnings, warningCount }: TakenBackup,
  facts: Pick<NodeBackup, 'kind' | 'before' | 'run_key' | 'taken_at_ms' | 'note'>,
  prepared: PreparedGame,
): NodeBackup {
  const hasChanged = prepared.hasChanged()
  const all = [
    ...(hasChanged ? ['the game was started, ended or resumed while its files were read'] : []),
    ...prepared.warnings,
    ...warnings.map(({ path, reason }) => `${path}: ${reason}`),
  ]
  const total = all.length + Math.max(0, warningCount - warnings.length)
  const visible = total > warningsLimit ? all.slice(0, warningsLimit - 1) : all
  const rest = total > visible.length ? [`and ${total - visible.length} more`] : []
  return {
    ...{ snapshot: id, ...facts, files, bytes, bytes_added: bytesAdded },
    consistency: hasChanged ? 'live' : prepared.consistency,
    warnings: [...visible, ...rest].map(text => text.slice(0, warningChars)),
  }
}

function report(action: Action, { filesDone, filesTotal, bytesDone, bytesTotal }: BackupProgress): void {
  const fraction = bytesTotal === null || bytesTotal === 0 ? 0 : Math.min(1, bytesDone / bytesTotal)
  const files = filesTotal === null ? `${filesDone} files` : `${filesDone} of ${filesTotal} files`
  action.progress(fraction, `taking the backup: ${files}, ${formatProgress(bytesDone, bytesTotal)}`)
}

function takenText({ files, bytes, bytes_added, warnings }: NodeBackup, { name }: DefinedStorage): string {
  const added = `${formatBytes(bytes_added)} more in ${name}`
  const remark = warnings.length === 0 ? '' : `; ${warnings[0]}`
  const what = files === 1 ? '1 file' : `${files} files`
  return `backed up ${what} with ${formatBytes(bytes)}, ${added}${remark}`
}

async function noteTaken(
  uuid: string,
  storage: DefinedStorage,
  { engine, repository }: OpenRepository,
  backup: NodeBackup,
  { reports }: TakingDeps,
): Promise<void> {
  reports.noteUpkeep(uuid, storage.id, { location: locationOf(storage.place) })
  const known = [...(reports.find(uuid, storage.id)?.report.backups ?? []), backup]
  const listed = await repository.list().then(
    stored => ({ is_listed: true, backups: asNodeBackups(stored, known) }),
    () => ({ backups: known }),
  )
  const stored_bytes = await repository.sizeBytes().catch(() => null)
  reports.change(uuid, storage.id, { engine: engine.name, ...listed, stored_bytes, problem: '' })
}

function noteProblem(uuid: string, storageId: number, error: unknown, { reports }: TakingDeps): void {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 1_000)
  reports.change(uuid, storageId, { problem })
}
