// Looks after stored backups: retention after each one, and in quiet hours room, verification and a trial restore.

import { mkdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { NodeBackup, RepositoryReport } from '@rookery/contracts/backups.ts'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import { BackupError } from '../../platform/backups/backup-engine.ts'
import { openRoot } from '../../platform/confined-files.ts'
import type { Log } from '../../platform/log.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { asNodeBackups, type BackupReports } from './backup-reports.ts'
import { expiredBackups } from './logic/backup-limits.ts'
import {
  checkParts,
  drillProblem,
  dueUpkeep,
  nextPart,
  tomorrow,
  type UpkeepKind,
} from './logic/upkeep-plan.ts'
import {
  isFolderGone,
  locationOf,
  type OpenRepository,
  type Repositories,
  requireFormerFolder,
  requireStorage,
} from './repositories.ts'

/** How often it is looked whether something is due. */
const checkEveryMs = 10 * 60_000
/** More entries than this are not compared one by one. */
const listedLimit = 500_000

export interface UpkeepDeps {
  gameServers: GameServers
  repositories: Repositories
  reports: BackupReports
  /** Of the daemon's own, for trial restores. */
  drillFolder: string
  /** A backup is being taken or restored. */
  isBusy: (uuid: string) => boolean
  /** At every look. */
  undoLeftovers: () => Promise<void>
  nowMs: () => number
  setTimer: (callback: () => void, ms: number) => () => void
  log: Log
}

interface AtWork {
  uuid: string
  stop: AbortController
  done: Promise<void>
}

export class BackupUpkeep {
  readonly #deps: UpkeepDeps
  #atWork: AtWork | null = null
  #cancelTimer = () => {}
  #isClosed = false

  constructor(deps: UpkeepDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#cancelTimer = this.#deps.setTimer(() => {
      void this.check().finally(() => this.#isClosed || this.start())
    }, checkEveryMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer()
    this.#atWork?.stop.abort()
    await this.#atWork?.done
  }

  /** Whoever takes or restores a backup goes first: what is at work there ends, and is done again another time. */
  async giveWay(uuid: string): Promise<void> {
    if (this.#atWork?.uuid !== uuid) return
    this.#atWork.stop.abort()
    await this.#atWork.done
  }

  /** Does what is due, one after the other. */
  async check(): Promise<void> {
    const { gameServers, log, undoLeftovers } = this.#deps
    await undoLeftovers()
    for (const { id } of gameServers.processes()) {
      const definition = gameServers.get(id)?.record.definition
      for (const storage of definition?.backup_storages ?? []) {
        const kind = this.#due(definition?.uuid ?? '', storage.id)
        if (this.#isClosed || this.#atWork || !definition || kind === null) continue
        await this.#work(definition, storage, kind).catch((error: unknown) => {
          log.warn(
            { gameServerId: id, storage: storage.id, kind, err: error },
            'backups could not be looked after',
          )
        })
      }
    }
  }

  /** What the rules of the storage no longer want is forgotten; room is made later. */
  async applyRetention(
    { uuid }: GameServerDefinition,
    storage: DefinedStorage,
    { repository }: OpenRepository,
  ): Promise<void> {
    const { reports, nowMs } = this.#deps
    const backups = reports.find(uuid, storage.id)?.report.backups ?? []
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const expired = expiredBackups(backups, storage, { ms: nowMs(), timeZone })
    if (expired.length === 0) return
    await repository.forget(expired)
    this.noteForgotten(uuid, storage.id)
    reports.change(uuid, storage.id, {
      backups: backups.filter(({ snapshot }) => !expired.includes(snapshot)),
    })
  }

  /** As `applyRetention`, and what was removed takes no room any longer. */
  async freeSpace(
    definition: GameServerDefinition,
    storage: DefinedStorage,
    opened: OpenRepository,
    signal: AbortSignal,
  ): Promise<void> {
    await this.applyRetention(definition, storage, opened)
    const record = this.#deps.reports.find(definition.uuid, storage.id)
    if (record?.upkeep.isPruneDue) await this.#does.prune(definition.uuid, opened, signal)
  }

  noteForgotten(uuid: string, storageId: number): void {
    const { reports, nowMs } = this.#deps
    const prunedAtMs = reports.find(uuid, storageId)?.upkeep.prunedAtMs ?? nowMs()
    reports.noteUpkeep(uuid, storageId, { isPruneDue: true, prunedAtMs })
  }

  /** What is there of a game server of which this node knows nothing; throws BackupError, and then it still does not. */
  async readUnknown(
    { uuid }: GameServerDefinition,
    opened: OpenRepository,
    signal: AbortSignal,
  ): Promise<void> {
    const { reports } = this.#deps
    const read = await readContent(opened, [], signal)
    // A backup that was taken meanwhile has told of everything.
    if (!reports.hasToldOf(uuid, opened.storage.id)) reports.change(uuid, opened.storage.id, read)
  }

  /** The list and the size as the storage has them. */
  async refresh(definition: GameServerDefinition, opened: OpenRepository): Promise<void> {
    const { reports } = this.#deps
    const { uuid } = definition
    const { id, place } = requireStorage(definition, opened.storage.id)
    const record = reports.find(uuid, id)
    try {
      requireFormerFolder(definition, { place }, record, 'list the backups')
      const read = await readContent(opened, record?.report.backups ?? []).catch(noneWhereNeverMade(opened))
      reports.noteUpkeep(uuid, id, { location: locationOf(place) })
      reports.change(uuid, id, read)
    } catch (error) {
      if (error instanceof BackupError) reports.change(uuid, id, { problem: error.message.slice(0, 1_000) })
      throw error
    }
  }

  /** Removed from the storage, or from the list where the folder is gone with all that was in it. */
  async forget(
    definition: GameServerDefinition,
    opened: OpenRepository,
    snapshots: readonly string[],
  ): Promise<void> {
    const { reports } = this.#deps
    const { uuid } = definition
    const storage = requireStorage(definition, opened.storage.id)
    await this.giveWay(uuid)
    const record = reports.find(uuid, storage.id)
    if (record && isFolderGone(definition, storage, record)) {
      const backups = record.report.backups.filter(({ snapshot }) => !snapshots.includes(snapshot))
      return reports.change(uuid, storage.id, { is_listed: true, backups })
    }
    await opened.repository.forget(snapshots)
    this.noteForgotten(uuid, storage.id)
    await this.refresh(definition, opened)
  }

  #due(uuid: string, storageId: number): UpkeepKind | null {
    const { reports, nowMs, isBusy } = this.#deps
    const record = reports.find(uuid, storageId)
    if (!record || isBusy(uuid)) return null
    const oldestAtMs = record.report.backups[0]?.taken_at_ms ?? null
    const ms = nowMs()
    return dueUpkeep({ upkeep: record.upkeep, oldestAtMs }, { ms, hour: new Date(ms).getHours() })
  }

  async #work(definition: GameServerDefinition, storage: DefinedStorage, kind: UpkeepKind): Promise<void> {
    const { reports, nowMs } = this.#deps
    const { uuid } = definition
    const stop = new AbortController()
    const finished = Promise.withResolvers<void>()
    this.#atWork = { uuid, stop, done: finished.promise }
    try {
      const opened = await this.#deps.repositories.open(definition, storage.id)
      await this.#does[kind](uuid, opened, stop.signal)
    } catch (error) {
      if (stop.signal.aborted) return
      reports.noteUpkeep(uuid, storage.id, tomorrow(nowMs(), kind))
      throw error
    } finally {
      this.#atWork = null
      finished.resolve()
    }
  }

  readonly #does: Record<
    UpkeepKind,
    (uuid: string, opened: OpenRepository, signal: AbortSignal) => Promise<void>
  > = {
    prune: async (uuid, { storage, repository }, signal) => {
      await repository.prune(signal)
      const stored_bytes = await repository.sizeBytes(signal)
      const { reports, nowMs } = this.#deps
      reports.noteUpkeep(uuid, storage.id, { isPruneDue: false, prunedAtMs: nowMs() })
      reports.change(uuid, storage.id, { stored_bytes })
    },
    check: async (uuid, { storage, repository }, signal) => {
      const { reports, nowMs } = this.#deps
      const record = reports.find(uuid, storage.id)
      if (!record) return
      const part = nextPart(record.upkeep)
      const { isSound, problems } = await repository.verify({ n: part, of: checkParts }, signal)
      const at_ms = nowMs()
      reports.noteUpkeep(uuid, storage.id, { checkedPart: part, checkedAtMs: at_ms })
      const message = isSound ? '' : problems.join('; ').slice(0, 1_000)
      reports.change(uuid, storage.id, { last_check: { at_ms, is_good: isSound, message } })
    },
    drill: async (uuid, { storage, repository }, signal) => {
      const { reports, nowMs, drillFolder } = this.#deps
      const newest = reports.find(uuid, storage.id)?.report.backups.at(-1)
      if (!newest) return
      await requireSpace(drillFolder, newest.bytes)
      const problem = await tryRestore(repository, newest.snapshot, join(drillFolder, uuid), signal)
      const at_ms = nowMs()
      reports.noteUpkeep(uuid, storage.id, { drilledAtMs: at_ms })
      const last_drill = { at_ms, is_good: problem === null, message: (problem ?? '').slice(0, 1_000) }
      reports.change(uuid, storage.id, { last_drill } satisfies Partial<RepositoryReport>)
    },
  }
}

type Content = Pick<RepositoryReport, 'engine' | 'is_listed' | 'backups' | 'problem'>

/** A repository that was never made has no backups. */
function noneWhereNeverMade({ engine }: OpenRepository): (error: unknown) => Content {
  return error => {
    if (!(error instanceof BackupError) || error.code !== 'not_found') throw error
    return { engine: engine.name, is_listed: true, backups: [], problem: '' }
  }
}

async function readContent(
  { engine, repository }: OpenRepository,
  known: readonly NodeBackup[],
  signal?: AbortSignal,
) {
  const backups = asNodeBackups(await repository.list(signal), known)
  const stored_bytes = await repository.sizeBytes(signal).catch(() => null)
  return { engine: engine.name, is_listed: true, backups, stored_bytes, problem: '' }
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes) throw new Error('there is no room for a trial restore')
}

/** Null: all that the backup lists came back. Damage is a result; a storage that cannot be reached is not. */
async function tryRestore(
  repository: OpenRepository['repository'],
  id: string,
  into: string,
  signal: AbortSignal,
): Promise<string | null> {
  await removeFolder(into)
  try {
    const { entries } = await repository.search(id, '', { folder: 'files', limit: listedLimit, signal })
    const files = entries.filter(({ type }) => type === 'file' || type === 'link')
    const bytes = files.reduce((sum, { type, sizeBytes }) => sum + (type === 'file' ? sizeBytes : 0), 0)
    await repository.restore({ id, paths: ['files'], into, signal })
    const root = await openRoot(join(into, 'files'))
    try {
      return drillProblem({ files: files.length, bytes }, await root.measure())
    } finally {
      await root.close()
    }
  } catch (error) {
    const isFound = error instanceof BackupError && ['damaged', 'not_found', 'unknown'].includes(error.code)
    if (!isFound || signal.aborted) throw error
    return error.message
  } finally {
    await removeFolder(into)
  }
}

async function removeFolder(path: string): Promise<void> {
  const root = await openRoot(dirname(path))
  const name = path.slice(dirname(path).length + 1)
  await root.remove(name).catch(() => {})
  await root.close()
}
