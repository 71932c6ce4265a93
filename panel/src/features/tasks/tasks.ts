// Tasks: work for a node, handed over when it is connected, done at most once, told about truthfully.

import { setImmediate as letOthers } from 'node:timers/promises'
import type { TaskOutput, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { limits } from '@rookery/contracts/limits.ts'
import { hasEnded, type TaskKind, type TaskStatus, taskStatuses } from '@rookery/contracts/run-states.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import type { Kysely } from 'kysely'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { PanelMessage } from '../../platform/daemon-link/link-hooks.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import { taskChannel } from './channel.ts'
import { taskRoutes } from './routes.ts'
import { createTasksStore, type StoredTask } from './tasks-store.ts'

export const waitLimitMs = 10 * 60 * 1000
/** As long as the activity that tells of them. */
export const retainedMs = 90 * 24 * 60 * 60_000
const tidyEveryMs = 60 * 60_000
const forgottenAfterMs = 5_000
const outputLimitBytes = 1024 * 1024
const nodeIsAway = 'the node is not connected; the task waits for it'

interface TasksDeps {
  db: Kysely<Schema>
  access: Access
  changes: Changes
  audit: Pick<Audit, 'recordPrepared'>
  log: Log
  now(): number
  randomUuid(): string
  link: Pick<DaemonLink, 'isOnline' | 'seesAll' | 'send'>
}

export interface NewTask {
  nodeId: number
  gameServerId: number | null
  kind: TaskKind
  requestedBy: number | null
  /** Name of the plugin that asks for it, with permissions that `requestedBy` granted. */
  plugin?: string | null
  payload?: object
  /** A prepared line of the audit log, recorded with the outcome of the task. */
  auditLine?: string
}

/** How a node names a task; older daemons leave the key out. */
export type TaskReference = Pick<TaskUpdate, 'taskId' | 'runKey'>

type Reported = Pick<TaskUpdate, 'status' | 'message'> & Partial<Pick<TaskUpdate, 'progress' | 'exitCode'>>

export function openTasks(deps: TasksDeps) {
  const tasks = createTasks(deps)
  const { access, changes } = deps
  return { ...tasks, routes: taskRoutes(tasks, access), channels: [taskChannel(tasks, access, changes)] }
}

export type Tasks = ReturnType<typeof createTasks>

export function createTasks(deps: Omit<TasksDeps, 'access'>) {
  const { changes, audit, log, now, randomUuid, link } = deps
  const store = createTasksStore(deps.db)
  const absences = createAbsences(now)
  /** The newest word of a node about each unfinished task: an older one that comes later is not heard. */
  const sequences = new Map<number, number>()
  const turns = new Map<number, Promise<unknown>>()
  /** Nodes that have connected and were not told yet what has been waiting for them. */
  const behind = new Set<number>()
  /** Nodes that were away, as far as this instance knew, when something was asked of them here. */
  const owed = new Set<number>()
  let tidiedAtMs = Number.NEGATIVE_INFINITY

  changes.listen(change => {
    if (change.kind !== 'node-presence') return
    absences.note(change.nodeId, change.online)
    if (change.online && owed.delete(change.nodeId)) void handOverOwed(change.nodeId)
  })

  function handOver(task: StoredTask): void {
    if (!link.isOnline(task.nodeId)) return
    const { id, runKey, gameServerId, kind, payload } = task
    link.send(task.nodeId, {
      $case: 'runTask',
      value: { taskId: id, runKey, gameServerId: gameServerId ?? 0, kind, payload },
    })
  }

  function publish(
    task: StoredTask,
    status: TaskStatus,
    message: string | null,
    reported: Partial<Reported> = {},
  ): void {
    changes.announce({
      kind: 'task',
      taskId: task.id,
      gameServerId: task.gameServerId,
      taskKind: task.kind,
      requestedBy: task.requestedBy,
      plugin: task.plugin,
      status,
      message,
      progress: reported.progress ?? null,
      exitCode: reported.exitCode ?? null,
    })
  }

  /** Writes what is known of a task and tells it; a task that has ended stays as it is. */
  async function settle(task: StoredTask, reported: Reported): Promise<boolean> {
    const status = statusOf(reported.status)
    const isUnderWay = status === 'working' || status === 'success'
    const changed = await store.update(task.id, {
      status,
      message: reported.message,
      reason: isUnderWay || reported.message === '' ? null : reported.message,
      progressPercent: reported.progress === undefined ? null : Math.round(reported.progress * 100),
      exitCode: reported.exitCode ?? null,
      ...(task.status === 'waiting' && isUnderWay ? { startedAtMs: now() } : {}),
      ...(hasEnded(status) ? { endedAtMs: now() } : {}),
    })
    if (hasEnded(status)) sequences.delete(task.id)
    if (changed && hasEnded(status) && task.auditLine !== null)
      audit.recordPrepared(task.auditLine, status === 'success' ? 'success' : 'failure')
    if (changed) publish(task, status, reported.message === '' ? null : reported.message, reported)
    return changed
  }

  /** Null also where the node speaks of another task, which had this number before the database was restored. */
  async function findNamed({ taskId, runKey }: TaskReference): Promise<StoredTask | null> {
    const task = await store.find(taskId)
    return task && (runKey ?? task.runKey) === task.runKey ? task : null
  }

  async function receiveUpdate(nodeId: number, update: TaskUpdate): Promise<void> {
    const task = await findNamed(update)
    const isOver = hasEnded(statusOf(update.status))
    // Long forgotten here: the node need not keep it for us either.
    if (!task && isOver) release(nodeId, update)
    if (!task || task.nodeId !== nodeId) return
    if (hasEnded(task.status)) {
      // It was given up or canceled while the node was away: the node must not go on with it either.
      if (!isOver) send(nodeId, cancelOrder(task))
    } else if (update.sequence > (sequences.get(task.id) ?? -1)) {
      await settle(task, update)
      // Not before it is stored: what failed is told again.
      if (!isOver) sequences.set(task.id, update.sequence)
    }
    if (isOver) release(nodeId, update)
  }

  function send(nodeId: number, message: PanelMessage): void {
    if (link.isOnline(nodeId)) link.send(nodeId, message)
  }

  /** The node may forget the task: its end is stored, or the panel no longer knows it. */
  function release(nodeId: number, { taskId, runKey }: TaskReference): void {
    send(nodeId, { $case: 'taskUpdateKnown', value: { taskId, runKey } })
  }

  async function read(id: number) {
    const task = await store.read(id)
    if (!task) throw new PanelError('not_found', { message: 'there is no such task' })
    return task
  }

  async function create({ nodeId, plugin = null, payload, auditLine, ...asked }: NewTask): Promise<number> {
    const text = JSON.stringify(payload ?? {})
    const asking = { runKey: randomUuid(), nodeId, plugin, ...asked }
    const fields = { ...asking, payload: text, auditLine: auditLine ?? null, createdAtMs: now() }
    const reason = link.isOnline(nodeId) ? null : nodeIsAway
    if (reason !== null) {
      owed.add(nodeId)
      if ((await store.countWaiting(nodeId)) >= limits.tasksWaitingForNode) {
        throw new PanelError('conflict', {
          message: `${limits.tasksWaitingForNode} tasks wait for this node, which is not connected: wait for it, or cancel some`,
        })
      }
    }
    const id = await store.create({ ...fields, reason })
    const task: StoredTask = { id, status: 'waiting', message: null, ...fields }
    publish(task, 'waiting', reason)
    // Else it would overtake those that have been waiting; it reaches the node with them.
    if (!behind.has(nodeId)) handOver(task)
    return id
  }

  /** One after the other for each node: tasks reach it in the order of their ids. */
  function inTurn<Result>(nodeId: number, work: () => Promise<Result>): Promise<Result> {
    const before = turns.get(nodeId) ?? Promise.resolve()
    const done = before.then(work)
    const settled = done.catch(() => {})
    turns.set(nodeId, settled)
    void settled.then(() => {
      if (turns.get(nodeId) === settled) turns.delete(nodeId)
    })
    return done
  }

  async function handOverWaiting(nodeId: number, known: ReadonlySet<number>): Promise<void> {
    for (const task of await store.unfinishedOf(nodeId)) {
      if (known.has(task.id)) continue
      if (task.status === 'waiting') handOver(task)
      else await settle(task, { status: 'error', message: 'the node lost this task' })
    }
    behind.delete(nodeId)
  }

  /** It may have been at another instance all the time: what was asked of it here is not known there. */
  function handOverOwed(nodeId: number): Promise<void> {
    const handedOver = inTurn(nodeId, async () => {
      // One that has just connected to this instance is told everything that waits.
      if (behind.has(nodeId)) return
      for (const task of await store.unheardOf([nodeId], now() + 1)) handOver(task)
    })
    return handedOver.catch(error =>
      log.warn({ err: error, node_id: nodeId }, 'could not hand over what waits for a node; it is soon'),
    )
  }

  return {
    create: (task: NewTask): Promise<number> => inTurn(task.nodeId, () => create(task)),

    /** What a node told when it connected, then everything that waits for it, in order. */
    async reconcile(nodeId: number, reported: TaskUpdate[]): Promise<void> {
      // A node that lost its store counts anew.
      for (const { taskId } of reported) sequences.delete(taskId)
      for (const update of reported) await receiveUpdate(nodeId, update)
      const known = new Set(reported.map(update => update.taskId))
      await inTurn(nodeId, () => handOverWaiting(nodeId, known))
    },

    receiveUpdate,
    release,

    async receiveOutput(nodeId: number, output: TaskOutput): Promise<void> {
      const task = await findNamed(output)
      if (!task || task.nodeId !== nodeId || output.seq + output.chunk.length > outputLimitBytes) return
      const chunk = harmlessString(output.chunk)
      if (!(await store.addOutput(task.id, output.seq, chunk))) return
      changes.announce({ kind: 'task-output', taskId: task.id, seq: output.seq, chunk })
    },

    async cancel(id: number) {
      const task = await store.find(id)
      if (!task) throw new PanelError('not_found', { message: 'there is no such task' })
      if (hasEnded(task.status)) {
        throw new PanelError('conflict', { message: `the task has ended already: ${task.status}` })
      }
      if (link.isOnline(task.nodeId)) {
        link.send(task.nodeId, cancelOrder(task))
      } else if (task.status === 'waiting' && task.message === null) {
        await settle(task, { status: 'canceled', message: 'canceled before its node came back' })
      } else {
        throw new PanelError('node_offline', {
          message: 'the node has this task and is not connected: cancel it when the node is back',
        })
      }
      return read(id)
    },

    /** What an instance has stored for these nodes and could not tell them: handed over now. */
    async handOverForgotten(nodeIds: readonly number[]): Promise<void> {
      for (const task of await store.unheardOf(nodeIds, now() - forgottenAfterMs)) handOver(task)
    },

    /** Nodes come and go; what stands still because of that says so. */
    async presence(nodeId: number, online: boolean): Promise<void> {
      absences.note(nodeId, online)
      if (online) behind.add(nodeId)
      else behind.delete(nodeId)
      if (online) return
      await store.setReasonOf(nodeId, nodeIsAway)
      for (const task of await store.unfinishedOf(nodeId)) publish(task, task.status, nodeIsAway)
    },

    /** A node that does not come back leaves no task waiting, or at work, for ever. */
    async endOverdue(): Promise<void> {
      if (!link.seesAll()) return
      for (const task of await store.unfinishedSince(now() - waitLimitMs)) {
        if (link.isOnline(task.nodeId) || absences.sinceMs(task.nodeId) > now() - waitLimitMs) continue
        const message =
          task.status === 'waiting'
            ? 'the node did not come back within 10 minutes'
            : 'the node has been away for 10 minutes: what became of this is not known'
        await settle(task, { status: 'error', message })
        log.warn({ task_id: task.id, node_id: task.nodeId }, 'a task was given up')
      }
    },

    /** Forgets what ended long ago, with its output; does something at most once an hour. */
    async tidy(): Promise<void> {
      if (now() - tidiedAtMs < tidyEveryMs) return
      tidiedAtMs = now()
      while (await store.forgetBefore(now() - retainedMs)) await letOthers()
    },

    nodeOf: async (named: TaskReference) => (await findNamed(named))?.nodeId ?? null,
    list: store.list,
    queuedFor: store.queuedFor,
    readOutput: store.readOutput,
    read,
  }
}

function cancelOrder({ id, runKey }: StoredTask): PanelMessage {
  return { $case: 'cancelTask', value: { taskId: id, runKey } }
}

function statusOf(text: string): TaskStatus {
  return taskStatuses.find(status => status === text) ?? 'error'
}

/** Since when each node has been away, as this panel saw it: nodes that it never saw, since it was started. */
interface Absences {
  note(nodeId: number, online: boolean): void
  sinceMs(nodeId: number): number
}

function createAbsences(now: () => number): Absences {
  const startedAtMs = now()
  const leftAtMs = new Map<number, number>()
  return {
    note(nodeId, online) {
      if (!online) leftAtMs.set(nodeId, now())
    },
    sinceMs: nodeId => leftAtMs.get(nodeId) ?? startedAtMs,
  }
}
