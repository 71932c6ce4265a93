// Backups of game servers: taken and restored by tasks of the node, looked into through it, and known here by an index.

import type { RepositoryReport } from '@rookery/contracts/backups.ts'
import { backupPayload } from '@rookery/contracts/daemon/backup-request.ts'
import type { BackupReport } from '@rookery/contracts/daemon/generated/link.ts'
import type { BackupActivity } from '@rookery/contracts/http/activity.ts'
import type {
  Backup,
  changeBackup,
  readBackupAttention,
  readBackupChoices,
  readBackupState,
  restoreAsNewServer as restoreAsNewServerEndpoint,
  restoreBackup,
  takeBackup,
} from '@rookery/contracts/http/backups.ts'
import type { AnswerOf, BodyOf } from '@rookery/contracts/http/endpoint.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError } from '../../platform/daemon-link/link-errors.ts'
import type { AlsoCreate } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Window } from '../../platform/database/windows.ts'
import { onGameServer } from '../../platform/http/access-rule.ts'
import { lacking } from '../../platform/lacking.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { BackupStorages } from '../backup-storages/backup-storages.ts'
import type { StorageChoices } from '../backup-storages/storage-rules.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Plans } from '../plans/plans.ts'
import type { Power } from '../power/power.ts'
import type { NewTask, Tasks } from '../tasks/tasks.ts'
import { backupAnswer, storageAnswer } from './backup-answers.ts'
import { type BackupsStore, createBackupsStore } from './backups-store.ts'
import { createFoundServers } from './found-servers.ts'
import { failingServers, readReport } from './index-rules.ts'
import { type AskingForRestored, createRestoreAsNewServer } from './restore-as-new-server.ts'
import { createRollBack } from './roll-back.ts'
import { backupRoutes } from './routes.ts'

interface BackupsDeps {
  db: Kysely<Schema>
  access: Pick<Access, 'isAllowed' | 'gameServersWith'>
  audit: Audit
  changes: Changes
  gameServers: Pick<
    GameServers,
    | 'find'
    | 'redefine'
    | 'requirePossible'
    | 'readySettingsOf'
    | 'takeBackSettings'
    | 'createFromBackup'
    | 'placementsOf'
    | 'deleted'
    | 'unknown'
    | 'gameOfTemplate'
  >
  plans: Pick<Plans, 'requireRoomForOne'>
  backupStorages: BackupStorages
  power: Pick<Power, 'planRestore'>
  tasks: Pick<Tasks, 'create'>
  link: Pick<DaemonLink, 'send'>
  log: Pick<Log, 'warn'>
  now(): number
}

/** The task of a backup as it is stored: what the node need not know waits here for its report. */
const backupOrder = backupPayload.extend({ locked: z.boolean().default(false) })

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
const mostNamed = 20
const readingMs = 5 * 60_000

export const mayList = onGameServer('game-server-files')
export const mayRestore = onGameServer(['game-server-files', 'game-server-update'])
/** Settings come back with the files, and the game is started. */
export const mayRollBack = onGameServer([
  'game-server-files',
  'game-server-update',
  'game-server-settings',
  'game-server-start',
])
export const mayManage = onGameServer('game-server-settings')

export function openBackups(deps: BackupsDeps) {
  const backups = createBackups(deps)
  return { ...backups, routes: backupRoutes(backups, deps.audit) }
}

export type Backups = ReturnType<typeof createBackups>

function createBackups(deps: BackupsDeps) {
  const { access, changes, plans, gameServers, backupStorages, power, tasks, link, log, now } = deps
  const store = createBackupsStore(deps.db)
  const rollBack = createRollBack({ ...deps, store })
  const restoreAsNewServer = createRestoreAsNewServer(deps)
  let overdueAtMs = Number.NEGATIVE_INFINITY
  const beingRead = new Set<string>()

  async function find(gameServerId: number, id: number) {
    const server = await gameServers.find(gameServerId)
    const backup = await store.find(server.uuid, id)
    if (!backup) throw new PanelError('not_found', { message: 'this game server has no such backup' })
    return { server, backup }
  }

  /** A backup that its node can reach: the node knows the password of a storage only while the game server uses it. */
  async function findReachable(gameServerId: number, id: number) {
    const found = await find(gameServerId, id)
    const used = await backupStorages.usedBy(found.server)
    if (used.some(({ storage }) => storage.id === found.backup.storage.id)) return found
    throw new PanelError('conflict', {
      message: `this game server no longer uses the storage "${found.backup.storage.name}": choose it again first`,
    })
  }

  async function requireManage(gameServerId: number, caller: SignedInCaller): Promise<void> {
    if (await access.isAllowed(mayManage, caller, { server: String(gameServerId) })) return
    const message = 'locking a backup needs the permission to change the settings of this game server'
    throw lacking({ permission: 'game-server-settings', object_type: 'server' }, message)
  }

  async function choicesOf({ id, nodeId }: { id: number; nodeId: number }) {
    const offered = await backupStorages.assignedTo(nodeId)
    return {
      storages: await backupStorages.choicesOf(id),
      offered: offered.map(({ id: storageId, name, place, retention, limits }) => ({
        ...{ id: storageId, name, kind: place.kind, retention, limits },
      })),
    }
  }

  /**
   * What lies in a storage of which no node has told anything: backups from before a server was adopted, or before this
   * panel was restored. The node's report follows; nobody waits for it.
   */
  function readAnew({ id: gameServerId, nodeId }: { id: number; nodeId: number }, storage_id: number): void {
    const repository = `${gameServerId} ${storage_id}`
    if (beingRead.has(repository)) return
    beingRead.add(repository)
    const signal = AbortSignal.timeout(readingMs)
    backupStorages.node
      .ask({ nodeId, gameServerId }, { verb: 'refresh', storage_id }, z.object({}), signal)
      // Its report says why; a node that is away is asked when somebody looks again.
      .catch(() => {})
      .finally(() => beingRead.delete(repository))
  }

  const publishChange = (gameServerId: number) => changes.announce({ kind: 'backups-changed', gameServerId })

  function publishEdit(gameServerId: number, { userId }: SignedInCaller, deed: BackupActivity, of = '') {
    const edit = { what: 'backup', deed, of } as const
    changes.publish({ kind: 'game-server-edited', gameServerId, userId, edit })
  }

  return {
    node: backupStorages.node,
    findReachable,
    rollBack: rollBack.rollBack,
    foundServers: createFoundServers({ ...deps, readAnew }),
    /** For their plan: those that people have taken of all game servers of a person, and those that are being taken. */
    countOfOwner: store.countOfOwner,

    /** Null also for those who may not go back. */
    async readRollback(gameServerId: number, caller: SignedInCaller) {
      await gameServers.find(gameServerId)
      const isAllowed = await access.isAllowed(mayRollBack, caller, { server: String(gameServerId) })
      return { rollback: isAllowed ? await rollBack.readRollback(gameServerId) : null }
    },

    async readState(gameServerId: number, caller: SignedInCaller): Promise<AnswerOf<typeof readBackupState>> {
      const server = await gameServers.find(gameServerId)
      const used = await backupStorages.usedBy(server)
      const known = await store.repositoriesOf(server.uuid)
      const params = { server: String(gameServerId) }
      const isSupported = await backupStorages.isSupportedBy(server.nodeId)
      if (isSupported) {
        const unread = used.filter(({ storage }) => known.get(storage.id)?.isReported === false)
        for (const { storage } of unread) readAnew(server, storage.id)
      }
      const engines = used.map(({ storage }) => known.get(storage.id)?.engine ?? null)
      return {
        engine: engines.find(engine => engine !== null) ?? null,
        is_supported: isSupported,
        storages: used.map(one => storageAnswer(one, known.get(one.storage.id))),
        can_restore: await access.isAllowed(mayRestore, caller, params),
        can_manage: await access.isAllowed(mayManage, caller, params),
      }
    },

    async list(gameServerId: number, window: Window) {
      const { uuid } = await gameServers.find(gameServerId)
      const { items, total } = await store.list(uuid, window)
      return { items: items.map(backupAnswer), total }
    },

    async take(
      gameServerId: number,
      { storage_id, note, locked }: BodyOf<typeof takeBackup>,
      caller: SignedInCaller,
      order: Pick<NewTask, 'auditLine' | 'also'>,
    ): Promise<{ task_id: number }> {
      const server = await gameServers.find(gameServerId)
      if (locked) await requireManage(gameServerId, caller)
      await backupStorages.node.requireSupported(server.nodeId)
      const used = await backupStorages.usedBy(server)
      if (used.length === 0) {
        const message =
          'this game server has nowhere to put a backup: an administrator adds a backup storage for its node first'
        throw new PanelError('conflict', { message })
      }
      if (storage_id !== undefined && !used.some(({ storage }) => storage.id === storage_id)) {
        throw invalidField('storage_id', 'is not a storage of this game server')
      }
      await gameServers.requirePossible(server, 'backup')
      const payload: z.input<typeof backupOrder> = {
        ...(storage_id !== undefined && { storage_id }),
        kind: 'manual',
        note,
        locked,
      }
      const asked = { nodeId: server.nodeId, gameServerId, requestedBy: caller.userId }
      const also: AlsoCreate = async (transaction, taskId) => {
        await plans.requireRoomForOne(transaction, 'backups', gameServerId, caller)
        await order.also?.(transaction, taskId)
      }
      return { task_id: await tasks.create({ ...asked, kind: 'backup', payload, ...order, also }) }
    },

    async restore(
      gameServerId: number,
      id: number,
      body: BodyOf<typeof restoreBackup>,
      caller: SignedInCaller,
      order: Pick<NewTask, 'auditLine' | 'also'>,
    ): Promise<{ task_id: number }> {
      const { server, backup } = await findReachable(gameServerId, id)
      await backupStorages.node.requireSupported(server.nodeId)
      await gameServers.requirePossible(server, 'restore')
      const { paths, without_safety, ...wait } = body
      const plan = await power.planRestore(gameServerId, wait, caller)
      // By what comes first a task that waits is recognized.
      const payload = {
        ...plan,
        ...{ storage_id: backup.storage.id, snapshot: backup.snapshot, paths, without_safety },
      }
      const asked = { nodeId: server.nodeId, gameServerId, requestedBy: caller.userId }
      return { task_id: await tasks.create({ ...asked, kind: 'restore', payload, ...order }) }
    },

    async restoreAsNew(
      { server: gameServerId, backup: id }: { server: number; backup: number },
      body: BodyOf<typeof restoreAsNewServerEndpoint>,
      asking: AskingForRestored,
    ): Promise<AnswerOf<typeof restoreAsNewServerEndpoint>> {
      if (!(await access.isAllowed(mayRestore, asking.caller, { server: String(gameServerId) }))) {
        const message =
          'restoring a backup needs the permissions for the files and updates of this game server'
        throw lacking({ permission: 'game-server-update', object_type: 'server' }, message)
      }
      const found = await findReachable(gameServerId, id)
      const made = await restoreAsNewServer(found, body, asking)
      return { id: made.id, task_id: made.taskId }
    },

    async change(
      gameServerId: number,
      id: number,
      { note, locked }: BodyOf<typeof changeBackup>,
      caller: SignedInCaller,
    ): Promise<Backup> {
      const { backup } = await find(gameServerId, id)
      const isLockChanged = locked !== undefined && locked !== backup.locked
      if (isLockChanged) await requireManage(gameServerId, caller)
      await store.change(id, { note, locked })
      if (isLockChanged) {
        publishEdit(gameServerId, caller, locked ? 'locked' : 'unlocked', timeOf(backup.taken_at_ms))
        await gameServers.redefine(gameServerId)
      }
      publishChange(gameServerId)
      return backupAnswer((await find(gameServerId, id)).backup)
    },

    async remove(
      gameServerId: number,
      id: number,
      caller: SignedInCaller,
      signal: AbortSignal,
    ): Promise<void> {
      const { server, backup } = await findReachable(gameServerId, id)
      if (backup.locked) {
        throw new PanelError('conflict', { message: 'this backup is locked: unlock it first' })
      }
      const request = { storage_id: backup.storage.id, snapshots: [backup.snapshot] }
      const asked = { nodeId: server.nodeId, gameServerId }
      await backupStorages.node.ask(asked, { verb: 'forget', ...request }, z.object({}), signal)
      await store.remove(id)
      publishEdit(gameServerId, caller, 'deleted', timeOf(backup.taken_at_ms))
      publishChange(gameServerId)
    },

    async readChoices(gameServerId: number): Promise<AnswerOf<typeof readBackupChoices>> {
      return choicesOf(await gameServers.find(gameServerId))
    },

    async choose(gameServerId: number, choices: StorageChoices, caller: SignedInCaller) {
      const server = await gameServers.find(gameServerId)
      await backupStorages.choose(server, choices)
      publishEdit(gameServerId, caller, 'storages_chosen')
      await gameServers.redefine(gameServerId)
      publishChange(gameServerId)
      return choicesOf(server)
    },

    /** Of what the caller may back up and what could be: nodes with a storage. A new one has a day. */
    async readAttention({ userId }: SignedInCaller): Promise<AnswerOf<typeof readBackupAttention>> {
      const hasStorage = await backupStorages.nodesWithStorage()
      const visible = await access.gameServersWith(userId, 'game-server-files')
      const times = { sinceMs: now() - weekMs, madeBeforeMs: now() - dayMs }
      const overdue = (await store.overdue(visible, times)).filter(({ nodeId }) => hasStorage(nodeId))
      const servers = overdue
        .toSorted((a, b) => (a.newestAtMs ?? 0) - (b.newestAtMs ?? 0) || a.id - b.id)
        .slice(0, mostNamed)
        .map(({ id, name, newestAtMs }) => ({
          id,
          name,
          last_backup_at: newestAtMs === null ? null : timeOf(newestAtMs),
        }))
      const rows = await store.failing(visible)
      const used = await backupStorages.usedByEach(rows)
      const failing = failingServers(rows, id => used.get(id)?.map(({ storage }) => storage.id) ?? [])
      return {
        ...{ servers, total: overdue.length, failing_total: failing.length },
        failing: failing.slice(0, mostNamed).map(({ id, name, problem }) => ({ id, name, problem })),
      }
    },

    /** Tells of all that could be backed up and was not for a week; at most once an hour, and once for each. */
    async noteOverdue(): Promise<void> {
      if (now() - overdueAtMs < hourMs) return
      overdueAtMs = now()
      const hasStorage = await backupStorages.nodesWithStorage()
      const times = { sinceMs: now() - weekMs, madeBeforeMs: now() - weekMs }
      for (const { id, nodeId, newestAtMs } of await store.overdue({ all: true, except: [] }, times)) {
        if (!hasStorage(nodeId)) continue
        const fact = newestAtMs === null ? 'never' : `since ${newestAtMs}`
        changes.announce({
          ...{ kind: 'backup-trouble', gameServerId: id, trouble: 'overdue', fact, message: '', newestAtMs },
        })
      }
    },

    /** L28: a node sends again what this panel has forgotten, and reads what it has forgotten itself. */
    async tellKnown(nodeId: number): Promise<void> {
      if (!(await backupStorages.isSupportedBy(nodeId))) return
      for (const value of await store.sequencesOn(nodeId)) sendKnown(nodeId, value)
    },

    /** L25. The link has checked that the game server is the node's own. */
    async receiveReport(nodeId: number, { gameServerId, report: json }: BackupReport): Promise<void> {
      const report = readReport(json)
      if (!report) {
        log.warn({ node_id: nodeId, game_server_id: gameServerId }, 'a report of backups cannot be read')
        return
      }
      const server = await gameServers.find(gameServerId).catch(() => null)
      if (!server) return
      const requestsOf: Parameters<BackupsStore['replace']>[2] = async (transaction, runKeys) =>
        new Map((await store.tasksBy(transaction, gameServerId, runKeys)).map(requestOf))
      const { outcome, hasNewLock, formerProblem } = await store.replace(
        server.uuid,
        report,
        requestsOf,
        now(),
      )
      // Of a storage that is gone, too: the node would tell it at every connection.
      const { storage_id: storageId, sequence } = report
      sendKnown(nodeId, { gameServerId, storageId, sequence })
      if (outcome !== 'stored') return
      publishChange(gameServerId)
      if (report.problem !== '' && report.problem !== formerProblem) publishFailure(gameServerId, report)
      // Deleted meanwhile: there is nobody left to tell.
      if (hasNewLock) await gameServers.redefine(gameServerId).catch(unlessGone)
    },
  }

  /** Told once for each failure, also where a node tells it again. */
  function publishFailure(gameServerId: number, report: RepositoryReport): void {
    const { storage_id, sequence, problem: message, backups } = report
    const newestAtMs = backups.reduce<number | null>(
      (newest, { taken_at_ms }) => Math.max(newest ?? 0, taken_at_ms),
      null,
    )
    const fact = `${storage_id} ${sequence}`
    changes.announce({
      ...{ kind: 'backup-trouble', gameServerId, trouble: 'failed', fact, message, newestAtMs },
    })
  }

  function sendKnown(nodeId: number, value: { gameServerId: number; storageId: number; sequence: number }) {
    try {
      link.send(nodeId, { $case: 'backupReportKnown', value })
    } catch (error) {
      if (!(error instanceof NodeOfflineError)) throw error
    }
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof PanelError) || error.code !== 'not_found') throw error
}

type StoredOrder = Awaited<ReturnType<BackupsStore['tasksBy']>>[number]

function requestOf({ run_key, requested_by, payload }: StoredOrder) {
  const { note = '', locked = false } = parseJsonOrNull(backupOrder, payload) ?? {}
  return [run_key ?? '', { takenBy: requested_by, note, locked }] as const
}
