// What nodes say about their tasks: the newest word counts, and an end is stored before the node may forget it.

import type { TaskOutput, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { hasEnded, type TaskStatus, taskStatuses } from '@rookery/contracts/run-states.ts'
import { harmlessString } from '@rookery/primitives/terminal-text.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { PanelMessage } from '../../platform/daemon-link/link-hooks.ts'
import type { Audit } from '../audit/audit.ts'
import type { EventFeed } from '../event-feed/event-feed.ts'
import { eventsOfTaskEnd } from '../event-feed/logic/events-of-reports.ts'
import { factsOf } from './install-failure-rules.ts'
import type { StoredTask, TasksStore } from './tasks-store.ts'

const outputLimitBytes = 1024 * 1024

interface ReportsDeps {
  store: TasksStore
  changes: Changes
  audit: Pick<Audit, 'recordPrepared'>
  eventFeed: Pick<EventFeed, 'write'>
  now(): number
  link: Pick<DaemonLink, 'isOnline' | 'send'>
}

/** How a node names a task; older daemons leave the key out. */
export type TaskReference = Pick<TaskUpdate, 'taskId' | 'runKey'>

type Reported = Pick<TaskUpdate, 'status' | 'message'> &
  Partial<Pick<TaskUpdate, 'progress' | 'exitCode' | 'failure'>>

export type TaskReports = ReturnType<typeof createTaskReports>

export function createTaskReports({ store, changes, audit, eventFeed, now, link }: ReportsDeps) {
  /** The newest word of a node about each unfinished task: an older one that comes later is not heard. */
  const sequences = new Map<number, number>()

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
    const message = reported.message === '' ? null : reported.message
    const end = { status, message, exitCode: reported.exitCode ?? null }
    const change = {
      status,
      message: reported.message,
      reason: isUnderWay || reported.message === '' ? null : reported.message,
      progressPercent: reported.progress === undefined ? null : Math.round(reported.progress * 100),
      exitCode: reported.exitCode ?? null,
      ...(task.status === 'waiting' && isUnderWay ? { startedAtMs: now() } : {}),
      ...(hasEnded(status) ? { endedAtMs: now() } : {}),
      ...(reported.failure ? { failure: factsOf(reported.failure) } : {}),
    }
    const changed = await store.update(
      task.id,
      change,
      hasEnded(status)
        ? transaction => eventFeed.write(transaction, ...eventsOfTaskEnd(task, end))
        : undefined,
    )
    if (hasEnded(status)) sequences.delete(task.id)
    if (changed && hasEnded(status) && task.auditLine !== null)
      audit.recordPrepared(task.auditLine, status === 'success' ? 'success' : 'failure')
    if (changed) publish(task, status, message, reported)
    return changed
  }

  /** Null also where the node speaks of another task, which had this number before the database was restored. */
  async function find({ taskId, runKey }: TaskReference): Promise<StoredTask | null> {
    const task = await store.find(taskId)
    return task && (runKey ?? task.runKey) === task.runKey ? task : null
  }

  async function receiveUpdate(nodeId: number, update: TaskUpdate): Promise<void> {
    const task = await find(update)
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

  async function receiveOutput(nodeId: number, output: TaskOutput): Promise<void> {
    const task = await find(output)
    if (!task || task.nodeId !== nodeId || output.seq + output.chunk.length > outputLimitBytes) return
    const chunk = harmlessString(output.chunk)
    if (!(await store.addOutput(task.id, output.seq, chunk))) return
    changes.announce({ kind: 'task-output', taskId: task.id, seq: output.seq, chunk })
  }

  function send(nodeId: number, message: PanelMessage): void {
    if (link.isOnline(nodeId)) link.send(nodeId, message)
  }

  /** The node may forget the task: its end is stored, or the panel no longer knows it. */
  function release(nodeId: number, { taskId, runKey }: TaskReference): void {
    send(nodeId, { $case: 'taskUpdateKnown', value: { taskId, runKey } })
  }

  return {
    publish,
    settle,
    find,
    receiveUpdate,
    receiveOutput,
    release,
    /** A node that lost its store counts anew. */
    countAnew(reported: readonly TaskReference[]): void {
      for (const { taskId } of reported) sequences.delete(taskId)
    },
  }
}

export function cancelOrder({ id, runKey }: StoredTask): PanelMessage {
  return { $case: 'cancelTask', value: { taskId: id, runKey } }
}

function statusOf(text: string): TaskStatus {
  return taskStatuses.find(status => status === text) ?? 'error'
}
