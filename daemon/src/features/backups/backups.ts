// Backups of game servers: taken and restored by tasks and schedules, looked into for the panel, looked after at night.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RiskyAction } from '@rookery/contracts/backups.ts'
import { backupPayload, restorePayload } from '@rookery/contracts/daemon/backup-request.ts'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { BackupReportKnown, GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type * as z from 'zod'
import { type BackupEngine, BackupError } from '../../platform/backups/backup-engine.ts'
import { createFolderCopies } from '../../platform/backups/folder-copies.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Owner } from '../../platform/confined-files/write-file.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeMessage } from '../../platform/panel-link/link-hooks.ts'
import type { Facts } from '../../platform/store.ts'
import type { Consoles } from '../console/console.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { type Action, ActionCanceled, ActionFailed } from '../game-servers/logic/action.ts'
import type { Rcon } from '../rcon/rcon.ts'
import { BackupReports } from './backup-reports.ts'
import type { BackupStore } from './backup-store.ts'
import type { DatabaseDumps } from './database-dumps.ts'
import { createFolderSwaps, type SwapPoint } from './folder-swap.ts'
import { isRoutineSafetyDue, isTemplateChanged } from './logic/safety-rules.ts'
import { type PreparingDeps, undoLeftNotes } from './prepare-game.ts'
import { createRepositories } from './repositories.ts'
import { type RestoringDeps, restoreBackup } from './restore-backup.ts'
import { createBackupServing, type ServeBackupWork } from './serve-backup-work.ts'
import { type BackupOrder, type TakingDeps, takeBackup } from './take-backup.ts'
import { BackupUpkeep } from './upkeep.ts'

export type RestorePoint = SwapPoint

export interface Backups {
  /** The tasks. `runKey` is the task's; what fails or is canceled leaves no backup, and the files as they were. */
  take(gameServerId: number, payload: string, runKey: string, action: Action): Promise<void>
  restore(gameServerId: number, payload: string, action: Action): Promise<void>
  takeScheduled(gameServerId: number, action: Action): Promise<void>
  /**
   * Before something risky: throws with the reason, and then the risky thing must not be done. Without a storage, or
   * without files, there is nothing to do.
   */
  takeSafety(
    gameServerId: number,
    before: RiskyAction,
    action: Action,
    options?: { isRoutine?: boolean },
  ): Promise<void>
  /** The template has changed since the game was ready or backed up last, and there is a storage. */
  mustSaveForTemplate(gameServerId: number): boolean
  /** Before a start, where that is so. The start goes on in any case. */
  saveBeforeNewTemplate(gameServerId: number, action: Action): Promise<void>
  serve: ServeBackupWork
  /** The panel tells what it has stored: after each report, and at every connection (L28). */
  acknowledge(known: BackupReportKnown): void
  /** At every connection. */
  repeatReports(): void
  /** The former files of a game that has become ready after a restore are not needed any longer. */
  noteState(state: Pick<GameServerState, 'uuid' | 'state'>): void
  /** What is stored beside the folder of a game server that is removed; its backups stay. */
  removeBeside(uuid: string): Promise<void>
  /** Before anybody looks at the folders of game servers. */
  settleFolders(): Promise<void>
  /** After game servers were taken up. */
  start(): Promise<void>
  /** Does what is due of retention, verification and trial restores. */
  runUpkeep(): Promise<void>
  close(): Promise<void>
}

export interface BackupsOptions {
  gameServers: GameServers
  consoles: Consoles
  rcon: Pick<Rcon, 'send'>
  store: BackupStore
  /** The one to prefer first. */
  engines: readonly BackupEngine[]
  databaseDumps?: DatabaseDumps | undefined
  serversFolder: string
  /** The daemon's own, for trial restores. */
  drillFolder: string
  /** The daemon's own, for what runs of engines need. */
  stateFolder: string
  userIdOf: (gameServerId: number) => number | undefined
  facts: Facts
  filesChanged: (gameServerId: number) => void
  limitBytesPerSecond?: number | undefined
  clock: Clock
  setTimer: (callback: () => void, ms: number) => () => void
  send: (message: NodeMessage) => void
  restoreReached?: (point: RestorePoint) => void
  log: Log
}

export function openBackups(options: BackupsOptions): Backups {
  const { gameServers, consoles, rcon, store, clock, log, serversFolder, limitBytesPerSecond } = options
  const reports = new BackupReports({ gameServers, store, nowMs: clock.nowMs, send: options.send })
  const repositories = createRepositories(options.engines, (uuid, storageId) => {
    const report = reports.find(uuid, storageId)?.report
    return report && report.backups.length > 0 ? report.engine : null
  })
  const swaps = createFolderSwaps(serversFolder, store, {
    failed: (uuid, error) => log.error({ uuid, err: error }, 'an interrupted restore could not be finished'),
    ...(options.restoreReached && { reached: options.restoreReached }),
  })
  const closing = new AbortController()
  let lastRead = Promise.resolve()
  const atWork = new Map<Promise<unknown>, string>()
  const isBusy = (uuid: string) => [...atWork.values()].includes(uuid)
  const preparing: PreparingDeps = { gameServers, consoles, rcon, store, clock, log }
  const upkeep = new BackupUpkeep({
    ...{ gameServers, repositories, reports, isBusy, log },
    drillFolder: options.drillFolder,
    undoLeftovers: () => undoLeftNotes(preparing, isBusy),
    nowMs: clock.nowMs,
    setTimer: options.setTimer,
  })
  const copies = createFolderCopies({
    ...{ home: join(serversFolder, '.backing-up'), stateFolder: options.stateFolder },
  })
  const databases = { dumps: options.databaseDumps, home: join(options.stateFolder, 'dumps') }
  const taking: TakingDeps = {
    ...{ ...preparing, repositories, reports, serversFolder, copies, databases, limitBytesPerSecond },
    applyRetention: (...of) => upkeep.applyRetention(...of),
    freeSpace: (...of) => upkeep.freeSpace(...of),
  }
  const restoring: RestoringDeps = {
    ...{ gameServers, repositories, swaps, serversFolder, limitBytesPerSecond },
    filesChanged: options.filesChanged,
    ownerOf: (gameServerId): Owner | null => {
      const uid = options.userIdOf(gameServerId)
      return uid === undefined ? null : { uid, gid: uid }
    },
    refresh: (definition, opened) => upkeep.refresh(definition, opened),
    takeSafety: (gameServerId, action) => takeSafety(gameServerId, 'restore', action),
  }

  /** Upkeep gives way, the end of the daemon cancels, and problems of storages become those of the task. */
  async function work(gameServerId: number, action: Action, perform: (action: Action) => Promise<unknown>) {
    if (action.canceled.aborted) throw new ActionCanceled(reasonOf('canceledEarly'))
    const { uuid } = gameServers.require(gameServerId).record.definition
    const canceled = AbortSignal.any([action.canceled, closing.signal])
    const run = async () => {
      await upkeep.giveWay(uuid)
      await perform({ ...action, canceled })
    }
    const done = run().catch((error: unknown) => {
      throw error instanceof BackupError ? new ActionFailed(error.message) : error
    })
    atWork.set(done, uuid)
    await done.finally(() => atWork.delete(done))
  }

  const take = (gameServerId: number, order: BackupOrder, action: Action) =>
    work(gameServerId, action, canceling => takeBackup(gameServerId, order, canceling, taking))

  async function takeSafety(gameServerId: number, before: RiskyAction, action: Action): Promise<void> {
    if (!(await hasFiles(gameServers, gameServerId))) return
    action.say(reasonOf('backingUpFirst'))
    await take(gameServerId, { kind: 'safety', before, runKey: '' }, action).catch((error: unknown) => {
      if (error instanceof ActionCanceled) throw new ActionCanceled(reasonOf('canceledUnchanged'))
      const reason = (error as Error).message
      const failed = new ActionFailed(reasonOf('safetyBackupFailed', { reason }))
      throw Object.assign(failed, { filesAreAsBefore: true })
    })
  }

  function mustSaveForTemplate(gameServerId: number): boolean {
    const { uuid, origin, backup_storages } = gameServers.require(gameServerId).record.definition
    const covered = options.facts.read(templateFact(uuid))
    return backup_storages.length > 0 && isTemplateChanged(origin?.template_version ?? '', covered)
  }

  function noteTemplate({ uuid, origin }: GameServerDefinition): void {
    const version = origin?.template_version ?? ''
    if (version !== '' && options.facts.read(templateFact(uuid)) !== version) {
      options.facts.write(templateFact(uuid), version)
    }
  }

  /** One after the other: a node that lost its store may have many. What fails is tried at the next connection. */
  function readUnknown(definition: GameServerDefinition, storageId: number): void {
    lastRead = lastRead.then(async () => {
      try {
        if (reports.hasToldOf(definition.uuid, storageId) || closing.signal.aborted) return
        const opened = await repositories.open(definition, storageId)
        await upkeep.readUnknown(definition, opened, closing.signal)
      } catch (error) {
        log.warn({ uuid: definition.uuid, storage: storageId, err: error }, 'backups could not be listed')
      }
    })
  }

  return {
    async take(gameServerId, payload, runKey, action) {
      const { storage_id: storageId, kind, before, note } = read(backupPayload, payload)
      await take(gameServerId, { storageId, kind, before, note, runKey }, action)
    },
    takeScheduled: (gameServerId, action) =>
      take(gameServerId, { kind: 'scheduled', before: null, runKey: '' }, action),
    async takeSafety(gameServerId, before, action, { isRoutine = false } = {}) {
      const { definition } = gameServers.require(gameServerId).record
      const [storage] = definition.backup_storages
      if (!storage) return
      const report = reports.find(definition.uuid, storage.id)?.report ?? null
      if (isRoutine && !isRoutineSafetyDue(report, clock.nowMs())) return
      await takeSafety(gameServerId, before, action)
      noteTemplate(definition)
    },
    mustSaveForTemplate,
    async saveBeforeNewTemplate(gameServerId, action) {
      if (!mustSaveForTemplate(gameServerId)) return
      const { definition } = gameServers.require(gameServerId).record
      try {
        await takeSafety(gameServerId, 'template', action)
      } catch (error) {
        if (!(error instanceof ActionFailed)) throw error
        action.say(`its template has changed, and it starts without a backup: ${error.message}`)
      }
      noteTemplate(definition)
    },
    async restore(gameServerId, payload, action) {
      const order = read(restorePayload, payload)
      await work(gameServerId, action, canceling => restoreBackup(gameServerId, order, canceling, restoring))
    },
    serve: createBackupServing({
      ...{ gameServers, repositories },
      serverFolderOf: uuid => join(serversFolder, uuid),
      refresh: (definition, opened) => upkeep.refresh(definition, opened),
      forget: (definition, opened, snapshots) => upkeep.forget(definition, opened, snapshots),
      elapsedMs: () => performance.now(),
    }),
    acknowledge({ gameServerId, storageId, sequence }) {
      const definition = gameServers.get(gameServerId)?.record.definition
      if (!definition) return
      reports.acknowledge(definition.uuid, storageId, sequence)
      const isUsed = definition.backup_storages.some(({ id }) => id === storageId)
      if (isUsed && sequence > 0 && !reports.hasToldOf(definition.uuid, storageId)) {
        readUnknown(definition, storageId)
      }
    },
    repeatReports: () => reports.repeat(),
    noteState({ uuid, state }) {
      if (uuid === undefined || state !== 'running') return
      const own = gameServers.withUuid(uuid)?.record
      // What was defined since has not been started yet.
      if (own && own.runningRevision === own.revision) noteTemplate(own.definition)
      if (!swaps.hasFormer(uuid)) return
      swaps.removeFormer(uuid).catch((error: unknown) => {
        log.error({ uuid, err: error }, 'the files from before a restore could not be removed')
      })
    },
    async removeBeside(uuid) {
      options.facts.forget(templateFact(uuid))
      await swaps.remove(uuid)
    },
    settleFolders: () => swaps.settle(),
    async start() {
      await undoLeftNotes(preparing, isBusy)
      await copies.removeAll()
      await rm(databases.home, { recursive: true, force: true })
      upkeep.start()
    },
    runUpkeep: () => upkeep.check(),
    async close() {
      closing.abort()
      await upkeep.close()
      await Promise.allSettled([...atWork.keys(), lastRead])
      await Promise.all(options.engines.map(engine => engine.close()))
    },
  }
}

/** The version of the template that a game server was ready or backed up with last. */
const templateFact = (uuid: string) => `template ${uuid}`

/** A game server that has nothing yet has nothing to lose. */
function hasFiles(gameServers: GameServers, gameServerId: number): Promise<boolean> {
  return gameServers.workInFolder(
    gameServerId,
    { make: false, by: 'node' },
    async root => root !== null && (await root.list('', { limit: 1 })).total > 0,
  )
}

function read<Order>(schema: z.ZodType<Order>, payload: string): Order {
  try {
    return schema.parse(JSON.parse(payload === '' ? '{}' : payload))
  } catch {
    throw new ActionFailed('the payload of this task is not understood: update the panel or the daemon')
  }
}
