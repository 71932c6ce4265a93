// Tasks: work for a node, handed over when it is connected, done at most once, told about truthfully.

import { setImmediate as letOthers } from 'node:timers/promises'
import type { TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { acceptedTask } from '@rookery/contracts/http/tasks.ts'
import { limits } from '@rookery/contracts/limits.ts'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import { hasEnded, type TaskKind } from '@rookery/contracts/run-states.ts'
import type { Kysely } from 'kysely'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { type AlsoCreate, inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { Audit } from '../audit/audit.ts'
import type { EventFeed } from '../event-feed/event-feed.ts'
import type { TemplateTranslations } from '../template-translations/template-translations.ts'
import { taskChannel } from './channel.ts'
import { createDispatcher } from './dispatch-tasks.ts'
import { patienceMs, plannedOf } from './planned-task-rules.ts'
import { taskRoutes } from './routes.ts'
import { cancelOrder, createTaskReports, type TaskReference } from './task-reports.ts'
import { createTasksStore, type StoredTask } from './tasks-store.ts'
import { createWaitForTask } from './wait-for-task.ts'

export const waitLimitMs = 10 * 60 * 1000
/** As long as the activity that tells of them. */
export const retainedMs = 90 * 24 * 60 * 60_000
const cleanUpEveryMs = 60 * 60_000
const nodeIsAway = 'the node is not connected; the task waits for it'

interface TasksDeps {
  db: Kysely<Schema>
  access: Access
  changes: Changes
  audit: Pick<Audit, 'recordPrepared'>
  eventFeed: Pick<EventFeed, 'write'>
  translations: TemplateTranslations
  log: Log
  now(): number
  randomUuid(): string
  link: Pick<DaemonLink, 'isOnline' | 'seesAll' | 'send'>
}

export { mayCancelTask } from './task-access.ts'
export { taskRoute } from './task-route.ts'
export type { StoredTask } from './tasks-store.ts'

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
  /** Further tasks, right after it. */
  followedBy?: readonly TaskKind[]
  /** Written together with it. */
  also?: AlsoCreate | undefined
}

/** What may be done with a node's tasks while nobody else does it. */
export interface NodeTurn {
  /** Before a task is added: refuses when too many wait for a node that is away. */
  requireRoom(): Promise<void>
  /** Stores a task. */
  add(task: Omit<NewTask, 'nodeId' | 'followedBy' | 'also'>, within: Kysely<Schema>): Promise<StoredTask>
  /** In the order of their ids, when they are stored for good. */
  handOver(tasks: readonly StoredTask[]): void
}

export function openTasks(deps: TasksDeps) {
  const tasks = createTasks(deps)
  const { access, changes, translations } = deps
  const waitForTask = createWaitForTask({ changes, read: tasks.read })
  return {
    ...tasks,
    /** What `taskRoute` answers, with the task. */
    async whenEnded(answer: unknown, limitMs: number, signal: AbortSignal) {
      const { task_id } = acceptedTask.parse(answer)
      return { task_id, task: await waitForTask(task_id, limitMs, signal) }
    },
    routes: taskRoutes(tasks, access, translations),
    channels: [taskChannel(tasks, { access, changes, translations })],
  }
}

export type Tasks = ReturnType<typeof createTasks>

export function createTasks(deps: Omit<TasksDeps, 'access' | 'translations'>) {
  const { changes, log, now, randomUuid, link } = deps
  const store = createTasksStore(deps.db)
  const reports = createTaskReports({ ...deps, store })
  const nodes = createDispatcher({ store, reports, changes, log, now, link })
  let cleanedUpAtMs = Number.NEGATIVE_INFINITY

  async function read(id: number) {
    const task = await store.read(id)
    if (!task) throw new PanelError('not_found', { message: 'there is no such task' })
    return task
  }

  function beginTurn(nodeId: number): NodeTurn {
    const reason = link.isOnline(nodeId) ? null : nodeIsAway
    return {
      async requireRoom() {
        if (reason === null) return
        nodes.owe(nodeId)
        if ((await store.countWaiting(nodeId)) < limits.tasksWaitingForNode) return
        throw new PanelError('conflict', {
          message: `${limits.tasksWaitingForNode} tasks wait for this node, which is not connected: wait for it, or cancel some`,
        })
      },
      async add({ plugin = null, payload, auditLine, ...asked }, within) {
        const text = JSON.stringify(payload ?? {})
        const asking = { runKey: randomUuid(), nodeId, plugin, ...asked }
        const fields = { ...asking, payload: text, auditLine: auditLine ?? null, createdAtMs: now() }
        const id = await store.create({ ...fields, reason }, within)
        return { id, status: 'waiting', message: null, ...fields }
      },
      handOver(tasks) {
        for (const task of tasks) {
          reports.publish(task, 'waiting', reason)
          nodes.handOverNew(task)
        }
      },
    }
  }

  async function create({ nodeId, followedBy = [], also, ...asked }: NewTask): Promise<number> {
    const turn = beginTurn(nodeId)
    await turn.requireRoom()
    const addAll = async (within: Kysely<Schema>) => {
      const first = await turn.add(asked, within)
      const { gameServerId, requestedBy } = asked
      const further: StoredTask[] = []
      for (const kind of followedBy) further.push(await turn.add({ gameServerId, requestedBy, kind }, within))
      return [first, ...further] as const
    }
    const isAlone = followedBy.length === 0 && !also
    const added = isAlone
      ? await addAll(deps.db)
      : await inTransaction(deps.db, async transaction => {
          const stored = await addAll(transaction)
          await also?.(transaction, stored[0].id)
          return stored
        })
    turn.handOver(added)
    return added[0].id
  }

  return {
    create: (task: NewTask): Promise<number> => nodes.inTurn(task.nodeId, () => create(task)),

    /** For tasks that are stored together with something else. */
    inTurn: <Result>(nodeId: number, work: (turn: NodeTurn) => Promise<Result>): Promise<Result> =>
      nodes.inTurn(nodeId, () => work(beginTurn(nodeId))),

    remove: store.remove,

    /** What a node told when it connected, then everything that waits for it, in order. */
    async reconcile(nodeId: number, reported: TaskUpdate[]): Promise<void> {
      reports.countAnew(reported)
      for (const update of reported) await reports.receiveUpdate(nodeId, update)
      await nodes.handOverWaiting(nodeId, new Set(reported.map(update => update.taskId)))
    },

    receiveUpdate: reports.receiveUpdate,
    receiveOutput: reports.receiveOutput,
    release: reports.release,

    async cancel(id: number) {
      const task = await store.find(id)
      if (!task) throw new PanelError('not_found', { message: 'there is no such task' })
      if (hasEnded(task.status)) {
        throw new PanelError('conflict', { message: `the task has already ended: ${task.status}` })
      }
      if (link.isOnline(task.nodeId)) {
        link.send(task.nodeId, cancelOrder(task))
      } else if (task.status === 'waiting' && task.message === null) {
        await reports.settle(task, { status: 'canceled', message: reasonOf('canceledNodeOffline') })
      } else {
        throw new PanelError('node_offline', {
          message: 'the node has this task and is not connected: cancel it when the node is back',
        })
      }
      return read(id)
    },

    handOverForgotten: nodes.handOverForgotten,

    /** Nodes come and go; what stands still because of that says so. */
    async presence(nodeId: number, online: boolean): Promise<void> {
      nodes.noteConnection(nodeId, online)
      if (online) return
      await store.setReasonOf(nodeId, nodeIsAway)
      for (const task of await store.unfinishedOf(nodeId)) reports.publish(task, task.status, nodeIsAway)
    },

    /** A node that does not come back leaves no task waiting, or at work, for ever. */
    async endOverdue(): Promise<void> {
      if (!link.seesAll()) return
      for (const task of await store.unfinishedSince(now() - waitLimitMs)) {
        const patientMs = patienceMs(task, waitLimitMs, now())
        if (link.isOnline(task.nodeId) || nodes.awaySinceMs(task.nodeId) > now() - patientMs) continue
        const message =
          task.status === 'waiting' && plannedOf(task.payload) === null
            ? reasonOf('nodeGone')
            : reasonOf('nodeLost')
        await reports.settle(task, { status: 'error', message })
        log.warn({ task_id: task.id, node_id: task.nodeId }, 'a task was given up')
      }
    },

    /** Forgets what ended long ago, with its output; does something at most once an hour. */
    async cleanUp(): Promise<void> {
      if (now() - cleanedUpAtMs < cleanUpEveryMs) return
      cleanedUpAtMs = now()
      while (await store.forgetBefore(now() - retainedMs)) await letOthers()
    },

    nodeOf: async (named: TaskReference) => (await reports.find(named))?.nodeId ?? null,
    list: store.list,
    queuedFor: store.queuedFor,
    allPlanned: store.allPlanned,
    plannedFor: store.plannedFor,
    newestKindOf: store.newestKindOf,
    outcomesOf: store.outcomesOf,
    readOutput: store.readOutput,
    read,
  }
}
