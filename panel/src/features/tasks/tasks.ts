// Tasks: work for a node, handed over when it is connected, done at most once, told about truthfully.

import type { TaskOutput, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { hasEnded, type TaskKind, type TaskStatus, taskStatuses } from '@rookery/contracts/run-states.ts'
import type { Changes } from '../../platform/changes.ts'
import type { PanelMessage } from '../../platform/daemon-link/link-hooks.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
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

export type Tasks = ReturnType<typeof createTasks>

export function createTasks({ store, changes, log, now, link }: TasksParts) {
  function handOver(task: StoredTask): void {
    if (!link.isOnline(task.nodeId)) return
    const { id, gameServerId, kind, payload } = task
    link.send(task.nodeId, {
      $case: 'runTask',
      value: { taskId: id, gameServerId: gameServerId ?? 0, kind, payload },
    })
  }

  /** Writes what is known of a task and tells it; a task that has ended stays as it is. */
  async function settle(task: StoredTask, update: Omit<TaskUpdate, 'taskId' | 'sequence'>): Promise<void> {
    const status = statusOf(update.status)
    const message = update.message === '' ? null : update.message
    const changed = await store.update(task.id, {
      status,
      message,
      reason: status === 'error' ? message : null,
      progressPercent: update.progress === undefined ? null : Math.round(update.progress * 100),
      exitCode: update.exitCode ?? null,
      ...(task.status === 'waiting' && status !== 'waiting' ? { startedAtMs: now() } : {}),
      ...(hasEnded(status) ? { endedAtMs: now() } : {}),
    })
    if (!changed) return
    changes.tell({
      kind: 'task',
      taskId: task.id,
      gameServerId: task.gameServerId,
      taskKind: task.kind,
      status,
      message,
      progress: update.progress ?? null,
      exitCode: update.exitCode ?? null,
    })
  }

  async function receiveUpdate(nodeId: number, update: TaskUpdate): Promise<void> {
    const task = await store.find(update.taskId)
    if (!task || task.nodeId !== nodeId) return
    await settle(task, update)
    if (hasEnded(statusOf(update.status))) release(nodeId, task.id)
  }

  /** The node may forget the task: its end is stored, or the panel no longer knows it. */
  function release(nodeId: number, taskId: number): void {
    if (link.isOnline(nodeId)) link.send(nodeId, { $case: 'taskUpdateKnown', value: { taskId } })
  }

  return {
    async create({ nodeId, gameServerId, kind, requestedBy, payload }: NewTask): Promise<number> {
      const fields = {
        nodeId,
        gameServerId,
        kind,
        payload: JSON.stringify(payload ?? {}),
        createdAtMs: now(),
      }
      const reason = link.isOnline(nodeId) ? null : nodeIsAway
      const id = await store.create({ ...fields, requestedBy, reason })
      const task: StoredTask = { id, status: 'waiting', ...fields }
      changes.tell({
        kind: 'task',
        taskId: id,
        gameServerId,
        taskKind: kind,
        status: 'waiting',
        message: reason,
        progress: null,
        exitCode: null,
      })
      handOver(task)
      return id
    },

    /** What a node told when it connected, then everything that waits for it, in order. */
    async reconcile(nodeId: number, told: TaskUpdate[]): Promise<void> {
      for (const update of told) await receiveUpdate(nodeId, update)
      const known = new Set(told.map(update => update.taskId))
      for (const task of await store.unfinishedOf(nodeId)) {
        if (known.has(task.id)) continue
        if (task.status === 'waiting') handOver(task)
        else
          await settle(task, {
            status: 'error',
            message: 'the node lost this task',
            progress: undefined,
            exitCode: undefined,
          })
      }
    },

    receiveUpdate,
    release,

    async receiveOutput(nodeId: number, output: TaskOutput): Promise<void> {
      const task = await store.find(output.taskId)
      if (!task || task.nodeId !== nodeId || output.seq + output.chunk.length > outputLimitBytes) return
      const chunk = Buffer.from(output.chunk).toString('utf8')
      if (!(await store.addOutput(task.id, output.seq, chunk))) return
      changes.tell({ kind: 'task-output', taskId: task.id, seq: output.seq, chunk })
    },

    /** A node that does not come back leaves no task waiting for ever. */
    async endOverdue(): Promise<void> {
      for (const task of await store.waitingSince(now() - waitLimitMs, 100)) {
        if (link.isOnline(task.nodeId)) continue
        const message = 'the node did not come back within 10 minutes'
        await settle(task, { status: 'error', message, progress: undefined, exitCode: undefined })
        log.warn({ task_id: task.id, node_id: task.nodeId }, 'a task was given up')
      }
    },

    nodeOf: async (taskId: number) => (await store.find(taskId))?.nodeId ?? null,
    list: store.list,
    readOutput: store.readOutput,
    async read(id: number) {
      const task = await store.read(id)
      if (!task) throw new PanelError('not_found', { message: 'there is no such task' })
      return task
    },
  }
}

function statusOf(text: string): TaskStatus {
  return taskStatuses.find(status => status === text) ?? 'error'
}
