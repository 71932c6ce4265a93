// Tasks: work for a node, handed over when it is connected, done at most once, told about truthfully.

import type { TaskOutput, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { hasEnded, type TaskKind, type TaskStatus, taskStatuses } from '@rookery/contracts/run-states.ts'
import { harmlessString } from '@rookery/contracts/terminal-text.ts'
import type { Changes } from '../../platform/changes.ts'
import type { PanelMessage } from '../../platform/daemon-link/link-hooks.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { createAbsences } from './absences.ts'
import type { StoredTask, TasksStore } from './tasks-store.ts'

export const waitLimitMs = 10 * 60 * 1000
const outputLimitBytes = 1024 * 1024
const nodeIsAway = 'the node is not connected; the task waits for it'

interface TasksParts {
  store: TasksStore
  changes: Changes
  log: Log
  now(): number
  link: { isOnline(nodeId: number): boolean; send(nodeId: number, message: PanelMessage): void }
}

export interface NewTask {
  nodeId: number
  gameServerId: number | null
  kind: TaskKind
  requestedBy: number | null
  payload?: object
}

type Told = Pick<TaskUpdate, 'status' | 'message'> & Partial<Pick<TaskUpdate, 'progress' | 'exitCode'>>

export type Tasks = ReturnType<typeof createTasks>

export function createTasks({ store, changes, log, now, link }: TasksParts) {
  const absences = createAbsences(now)
  /** The newest word of a node about each unfinished task: an older one that comes later is not heard. */
  const sequences = new Map<number, number>()
  const creating = new Map<number, Promise<unknown>>()

  function handOver(task: StoredTask): void {
    if (!link.isOnline(task.nodeId)) return
    const { id, gameServerId, kind, payload } = task
    link.send(task.nodeId, {
      $case: 'runTask',
      value: { taskId: id, gameServerId: gameServerId ?? 0, kind, payload },
    })
  }

  function tell(
    task: StoredTask,
    status: TaskStatus,
    message: string | null,
    told: Partial<Told> = {},
  ): void {
    changes.tell({
      kind: 'task',
      taskId: task.id,
      gameServerId: task.gameServerId,
      taskKind: task.kind,
      status,
      message,
      progress: told.progress ?? null,
      exitCode: told.exitCode ?? null,
    })
  }

  /** Writes what is known of a task and tells it; a task that has ended stays as it is. */
  async function settle(task: StoredTask, told: Told): Promise<boolean> {
    const status = statusOf(told.status)
    const isUnderWay = status === 'working' || status === 'success'
    const changed = await store.update(task.id, {
      status,
      message: told.message,
      reason: isUnderWay || told.message === '' ? null : told.message,
      progressPercent: told.progress === undefined ? null : Math.round(told.progress * 100),
      exitCode: told.exitCode ?? null,
      ...(task.status === 'waiting' && isUnderWay ? { startedAtMs: now() } : {}),
      ...(hasEnded(status) ? { endedAtMs: now() } : {}),
    })
    if (hasEnded(status)) sequences.delete(task.id)
    if (changed) tell(task, status, told.message === '' ? null : told.message, told)
    return changed
  }

  async function receiveUpdate(nodeId: number, update: TaskUpdate): Promise<void> {
    const task = await store.find(update.taskId)
    if (!task || task.nodeId !== nodeId) return
    const isOver = hasEnded(statusOf(update.status))
    if (hasEnded(task.status)) {
      // It was given up or canceled while the node was away: the node must not go on with it either.
      if (!isOver) send(nodeId, { $case: 'cancelTask', value: { taskId: task.id } })
    } else if (update.sequence > (sequences.get(task.id) ?? -1)) {
      sequences.set(task.id, update.sequence)
      await settle(task, update)
    }
    if (isOver) release(nodeId, task.id)
  }

  function send(nodeId: number, message: PanelMessage): void {
    if (link.isOnline(nodeId)) link.send(nodeId, message)
  }

  /** The node may forget the task: its end is stored, or the panel no longer knows it. */
  function release(nodeId: number, taskId: number): void {
    send(nodeId, { $case: 'taskUpdateKnown', value: { taskId } })
  }

  async function read(id: number) {
    const task = await store.read(id)
    if (!task) throw new PanelError('not_found', { message: 'there is no such task' })
    return task
  }

  async function create({ nodeId, gameServerId, kind, requestedBy, payload }: NewTask): Promise<number> {
    const fields = { nodeId, gameServerId, kind, payload: JSON.stringify(payload ?? {}), createdAtMs: now() }
    const reason = link.isOnline(nodeId) ? null : nodeIsAway
    const id = await store.create({ ...fields, requestedBy, reason })
    const task: StoredTask = { id, status: 'waiting', message: null, ...fields }
    tell(task, 'waiting', reason)
    handOver(task)
    return id
  }

  return {
    /** One after the other for each node: they reach it in the order of their ids. */
    create(task: NewTask): Promise<number> {
      const before = creating.get(task.nodeId) ?? Promise.resolve()
      const created = before.then(() => create(task))
      const settled = created.catch(() => {})
      creating.set(task.nodeId, settled)
      void settled.then(() => {
        if (creating.get(task.nodeId) === settled) creating.delete(task.nodeId)
      })
      return created
    },

    /** What a node told when it connected, then everything that waits for it, in order. */
    async reconcile(nodeId: number, told: TaskUpdate[]): Promise<void> {
      // A node that lost its store counts anew.
      for (const { taskId } of told) sequences.delete(taskId)
      for (const update of told) await receiveUpdate(nodeId, update)
      const known = new Set(told.map(update => update.taskId))
      for (const task of await store.unfinishedOf(nodeId)) {
        if (known.has(task.id)) continue
        if (task.status === 'waiting') handOver(task)
        else await settle(task, { status: 'error', message: 'the node lost this task' })
      }
    },

    receiveUpdate,
    release,

    async receiveOutput(nodeId: number, output: TaskOutput): Promise<void> {
      const task = await store.find(output.taskId)
      if (!task || task.nodeId !== nodeId || output.seq + output.chunk.length > outputLimitBytes) return
      const chunk = harmlessString(output.chunk)
      if (!(await store.addOutput(task.id, output.seq, chunk))) return
      changes.tell({ kind: 'task-output', taskId: task.id, seq: output.seq, chunk })
    },

    async cancel(id: number) {
      const task = await store.find(id)
      if (!task) throw new PanelError('not_found', { message: 'there is no such task' })
      if (hasEnded(task.status)) {
        throw new PanelError('conflict', { message: `the task has ended already: ${task.status}` })
      }
      if (link.isOnline(task.nodeId)) {
        link.send(task.nodeId, { $case: 'cancelTask', value: { taskId: id } })
      } else if (task.status === 'waiting' && task.message === null) {
        await settle(task, { status: 'canceled', message: 'canceled before its node came back' })
      } else {
        throw new PanelError('node_offline', {
          message: 'the node has this task and is not connected: cancel it when the node is back',
        })
      }
      return read(id)
    },

    /** Nodes come and go; what stands still because of that says so. */
    async presence(nodeId: number, online: boolean): Promise<void> {
      absences.note(nodeId, online)
      if (online) return
      await store.setReasonOf(nodeId, nodeIsAway)
      for (const task of await store.unfinishedOf(nodeId)) tell(task, task.status, nodeIsAway)
    },

    /** A node that does not come back leaves no task waiting, or at work, for ever. */
    async endOverdue(): Promise<void> {
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

    nodeOf: async (taskId: number) => (await store.find(taskId))?.nodeId ?? null,
    list: store.list,
    readOutput: store.readOutput,
    read,
  }
}

function statusOf(text: string): TaskStatus {
  return taskStatuses.find(status => status === text) ?? 'error'
}
