// Tasks and their output in the database.

import { plannedActions } from '@rookery/contracts/daemon/power-order.ts'
import { runKeyOfNumber } from '@rookery/contracts/daemon/run-key.ts'
import type { PlannedTask } from '@rookery/contracts/http/power.ts'
import type { Task } from '@rookery/contracts/http/tasks.ts'
import {
  type InstallFailure,
  type InstallFailureFacts,
  installActions,
} from '@rookery/contracts/install-failure.ts'
import { hasEnded, type TaskKind, type TaskStatus } from '@rookery/contracts/run-states.ts'
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import { type AlsoWrite, insertIfAbsent, insertReturningId } from '../../platform/database/portable.ts'
import { prepareQuery, type ValueAt } from '../../platform/database/prepared-queries.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { createSharedTransactions } from '../../platform/database/shared-transactions.ts'
import { totalOf, type Window } from '../../platform/database/windows.ts'
import { timeOf } from '../../platform/times.ts'
import type { VisibleGameServers } from '../access/logic/visible-objects.ts'
import { installFailureOf, readFacts } from './install-failure-rules.ts'
import { plannedMark, plannedOf } from './planned-task-rules.ts'

export interface StoredTask {
  id: number
  /** What its node remembers it by: never the same for two tasks, whatever became of the database. */
  runKey: string
  nodeId: number
  gameServerId: number | null
  kind: TaskKind
  status: TaskStatus
  requestedBy: number | null
  /** Name of the plugin that asked for it. */
  plugin: string | null
  payload: string
  /** Written into the audit log when the task has ended; null where nothing is. */
  auditLine: string | null
  /** Null until its node has said something about it. */
  message: string | null
  createdAtMs: number
}

export interface TaskFilter {
  gameServerId?: number | undefined
  nodeId?: number | undefined
  status?: TaskStatus | undefined
  kind?: TaskKind | undefined
  requestedBy?: number | undefined
  visible: VisibleTasks
}

/** All but some, or single ones and kinds of task on certain game servers. */
export type VisibleTasks =
  | { allBut: readonly number[] }
  | {
      ids: readonly number[]
      those: readonly { kinds: readonly TaskKind[]; gameServers: VisibleGameServers }[]
    }

interface TaskChange {
  status: TaskStatus
  message?: string | null
  reason?: string | null
  progressPercent?: number | null
  exitCode?: number | null
  startedAtMs?: number
  endedAtMs?: number
  failure?: InstallFailureFacts
}

const unfinished: TaskStatus[] = ['waiting', 'working']
/** Nobody waits long for one step of cleaning up. */
const tasksAtOnce = 500

export type TasksStore = ReturnType<typeof createTasksStore>

export function createTasksStore(db: Kysely<Schema>) {
  const shareTransaction = createSharedTransactions(db)
  const columns = [
    'id',
    'run_key',
    'node_id',
    'server_id',
    'kind',
    'status',
    'requested_by',
    'plugin',
    'payload',
    'audit_line',
    'message',
    'created_at',
  ] as const
  const answers = () =>
    db
      .selectFrom('tasks')
      .leftJoin('users', 'users.id', 'tasks.requested_by')
      .selectAll('tasks')
      .select('users.login')
  // Of all game servers: few tasks wait at any time, but each server has had many.
  const plans = () =>
    answers()
      .where('tasks.status', '=', 'waiting')
      // Written out: SQLite would compile it anew for every value of a pattern.
      .where('tasks.payload', 'like', sql.lit(`${plannedMark}%`))
      .orderBy('tasks.id')
  const waitingPlans = prepareQuery(db, plans)
  const waitingPlansOf = prepareQuery(db, (at: ValueAt<number>) => {
    const gameServerId = at(id => id)
    return plans().where('tasks.server_id', '=', gameServerId)
  })

  return {
    create: (
      task: Omit<StoredTask, 'id' | 'status' | 'message'> & {
        reason: string | null
      },
      within: Kysely<Schema> = db,
    ) =>
      insertReturningId(within, 'tasks', {
        run_key: task.runKey,
        node_id: task.nodeId,
        server_id: task.gameServerId,
        kind: task.kind,
        status: 'waiting',
        requested_by: task.requestedBy,
        plugin: task.plugin,
        reason: task.reason,
        payload: task.payload,
        audit_line: task.auditLine,
        created_at: task.createdAtMs,
      }),

    /** What was stored together with them is taken back. */
    async remove(transaction: Transaction<Schema>, ids: readonly number[]): Promise<void> {
      if (ids.length > 0) await transaction.deleteFrom('tasks').where('id', 'in', ids).execute()
    },

    async find(id: number): Promise<StoredTask | null> {
      const row = await db.selectFrom('tasks').select(columns).where('id', '=', id).executeTakeFirst()
      return row ? storedTaskOf(row) : null
    },

    async unfinishedOf(nodeId: number): Promise<StoredTask[]> {
      const query = db.selectFrom('tasks').select(columns).where('node_id', '=', nodeId)
      const rows = await query.where('status', 'in', unfinished).orderBy('id').execute()
      return rows.map(storedTaskOf)
    },

    async countWaiting(nodeId: number): Promise<number> {
      const query = db.selectFrom('tasks').select(count => count.fn.countAll().as('total'))
      const row = await query.where('node_id', '=', nodeId).where('status', '=', 'waiting').executeTakeFirst()
      return Number(row?.total ?? 0)
    },

    async newestKindOf(gameServerId: number): Promise<TaskKind | null> {
      const query = db.selectFrom('tasks').select('kind').where('server_id', '=', gameServerId)
      const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
      return (row?.kind as TaskKind | undefined) ?? null
    },

    /** In the order in which they are done; what waits for its time or for an empty server is left out. */
    async queuedFor(gameServerId: number): Promise<TaskKind[]> {
      const query = db.selectFrom('tasks').select(['kind', 'payload', 'status'])
      const unended = query.where('server_id', '=', gameServerId).where('status', 'in', unfinished)
      const rows = await unended.orderBy('id').execute()
      return rows
        .filter(({ payload, status }) => status === 'working' || plannedOf(payload) === null)
        .map(({ kind }) => kind as TaskKind)
    },

    /** By id: how far they are; one that is not there is forgotten. */
    async outcomesOf(
      ids: readonly number[],
    ): Promise<Map<number, { status: TaskStatus; isPlanned: boolean; reason: string | null }>> {
      if (ids.length === 0) return new Map()
      const query = db.selectFrom('tasks').select(['id', 'status', 'payload', 'reason', 'message'])
      const rows = await query.where('id', 'in', ids).execute()
      return new Map(
        rows.map(row => {
          const status = row.status as TaskStatus
          const isPlanned = status === 'waiting' && plannedOf(row.payload) !== null
          return [row.id, { status, isPlanned, reason: row.reason || row.message || null }]
        }),
      )
    },

    /** By game server: the stop or restart that waits for its time or for an empty server. */
    async allPlanned(): Promise<Map<number, PlannedTask>> {
      return new Map(
        (await waitingPlans({})).flatMap(row => {
          const planned = plannedTaskOf(row)
          return planned ? [[row.server_id ?? 0, planned] as const] : []
        }),
      )
    },

    plannedFor: async (gameServerId: number): Promise<PlannedTask | null> =>
      (await waitingPlansOf(gameServerId)).map(plannedTaskOf).findLast(planned => planned !== null) ?? null,

    async unfinishedSince(beforeMs: number): Promise<StoredTask[]> {
      const query = db.selectFrom('tasks').select(columns).where('status', 'in', unfinished)
      const rows = await query.where('created_at', '<', beforeMs).orderBy('id').execute()
      return rows.map(storedTaskOf)
    },

    /** Of which these nodes have said nothing yet. */
    async unheardOf(nodeIds: readonly number[], beforeMs: number): Promise<StoredTask[]> {
      if (nodeIds.length === 0) return []
      const query = db.selectFrom('tasks').select(columns).where('node_id', 'in', nodeIds)
      const waiting = query.where('status', '=', 'waiting').where('message', 'is', null)
      const rows = await waiting.where('created_at', '<', beforeMs).orderBy('id').execute()
      return rows.map(storedTaskOf)
    },

    /** Why all unfinished tasks of a node stand still. */
    async setReasonOf(nodeId: number, reason: string): Promise<void> {
      const update = db.updateTable('tasks').set({ reason }).where('node_id', '=', nodeId)
      await update.where('status', 'in', unfinished).execute()
    },

    /** True when the task was still unfinished: an end is never overwritten. */
    async update(id: number, change: TaskChange, alsoWrite?: AlsoWrite): Promise<boolean> {
      if (!alsoWrite) return updateUnfinished(db, id, change)
      let isChanged = false
      await shareTransaction(async transaction => {
        isChanged = await updateUnfinished(transaction, id, change)
        if (isChanged) await alsoWrite(transaction)
      })
      return isChanged
    },

    /** Looks at a bounded number of the oldest, with no need of an index; true when there are perhaps more to forget. */
    async forgetBefore(beforeMs: number): Promise<boolean> {
      const query = db.selectFrom('tasks').select(['id', 'status', 'created_at'])
      const oldest = await query.orderBy('id').limit(tasksAtOnce).execute()
      const old = oldest.filter(row => row.created_at < beforeMs && hasEnded(row.status as TaskStatus))
      const ids = old.map(row => row.id)
      if (ids.length > 0) await db.deleteFrom('tasks').where('id', 'in', ids).execute()
      return ids.length > 0 && oldest.length === tasksAtOnce
    },

    /** False when this piece is there already, which a repeated message must not double. */
    addOutput: (taskId: number, seq: number, chunk: string) =>
      insertIfAbsent(db, 'task_output', { task_id: taskId, seq, chunk }),

    async readOutput(taskId: number): Promise<{ seq: number; chunk: string }[]> {
      return db
        .selectFrom('task_output')
        .select(['seq', 'chunk'])
        .where('task_id', '=', taskId)
        .orderBy('seq')
        .execute()
    },

    async read(id: number): Promise<Task | null> {
      const row = await answers().where('tasks.id', '=', id).executeTakeFirst()
      return row ? taskAnswerOf(row) : null
    },

    async list(filter: TaskFilter, window: Window): Promise<{ items: Task[]; total: number }> {
      const tests = testsOf(filter)
      const narrowed = answers().where(where => where.and(tests(where)))
      const page = narrowed.orderBy('tasks.id', 'desc').limit(window.limit).offset(window.offset)
      const rows = await page.execute()
      const total = await totalOf(rows.length, window, () =>
        db
          .selectFrom('tasks')
          .where(where => where.and(tests(where)))
          .select(q => q.fn.countAll().as('total'))
          .executeTakeFirst(),
      )
      return { items: rows.map(taskAnswerOf), total }
    },
  }
}

function testsOf({ gameServerId, nodeId, status, kind, requestedBy, visible }: TaskFilter) {
  return (where: ExpressionBuilder<Schema, 'tasks'>) => [
    ...(gameServerId === undefined ? [] : [where('tasks.server_id', '=', gameServerId)]),
    ...(nodeId === undefined ? [] : [where('tasks.node_id', '=', nodeId)]),
    ...(status === undefined ? [] : [where('tasks.status', '=', status)]),
    ...(kind === undefined ? [] : [where('tasks.kind', '=', kind)]),
    ...(requestedBy === undefined ? [] : [where('tasks.requested_by', '=', requestedBy)]),
    // A table of which nothing is left out is counted without reading it through.
    ...('allBut' in visible && visible.allBut.length === 0 ? [] : [isVisibleTask(visible)(where)]),
  ]
}

function isVisibleTask(visible: VisibleTasks) {
  return (where: ExpressionBuilder<Schema, 'tasks'>) => {
    if ('allBut' in visible) return where('tasks.id', 'not in', [0, ...visible.allBut])
    const byKind = visible.those.map(({ kinds, gameServers }) =>
      where.and([
        where('tasks.kind', 'in', kinds),
        gameServers.all
          ? where('tasks.server_id', 'not in', [0, ...gameServers.except])
          : where('tasks.server_id', 'in', [0, ...gameServers.only]),
      ]),
    )
    return where.or([...byKind, ...(visible.ids.length > 0 ? [where('tasks.id', 'in', visible.ids)] : [])])
  }
}

function storedTaskOf(row: {
  id: number
  run_key: string | null
  node_id: number
  server_id: number | null
  kind: string
  status: string
  requested_by: number | null
  plugin: string | null
  payload: string
  audit_line: string | null
  message: string | null
  created_at: number
}): StoredTask {
  return {
    id: row.id,
    runKey: row.run_key ?? runKeyOfNumber(row.id),
    nodeId: row.node_id,
    gameServerId: row.server_id,
    kind: row.kind as TaskKind,
    status: row.status as TaskStatus,
    requestedBy: row.requested_by,
    plugin: row.plugin,
    payload: row.payload,
    auditLine: row.audit_line,
    message: row.message,
    createdAtMs: row.created_at,
  }
}

function failureOf(row: {
  kind: string
  status: string
  failure: string | null
  message: string | null
}): InstallFailure | null {
  const action = installActions.find(each => each === row.kind)
  const facts = readFacts(row.failure)
  if (row.status !== 'error' || (action === undefined && facts === null)) return null
  return installFailureOf(facts, row.message ?? '', action)
}

function taskAnswerOf(row: {
  id: number
  node_id: number
  server_id: number | null
  kind: string
  status: string
  requested_by: number | null
  plugin: string | null
  login: string | null
  reason: string | null
  message: string | null
  progress: number | null
  exit_code: number | null
  payload: string
  failure: string | null
  created_at: number
  started_at: number | null
  ended_at: number | null
}): Task {
  const planned = plannedOf(row.payload)
  return {
    id: row.id,
    kind: row.kind as TaskKind,
    status: row.status as TaskStatus,
    node_id: row.node_id,
    server_id: row.server_id,
    requested_by: row.requested_by === null ? null : { id: row.requested_by, login: row.login ?? '' },
    plugin: row.plugin,
    reason: row.reason,
    message: row.message || null,
    progress: row.progress === null ? null : row.progress / 100,
    exit_code: row.exit_code,
    failure: failureOf(row),
    planned: planned && {
      when: planned.when,
      due_at: planned.due_at_ms === null ? null : timeOf(planned.due_at_ms),
    },
    created_at: timeOf(row.created_at),
    started_at: row.started_at === null ? null : timeOf(row.started_at),
    ended_at: row.ended_at === null ? null : timeOf(row.ended_at),
  }
}

/** What waits for its time or for an empty server; null: it does not. */
function plannedTaskOf(row: Parameters<typeof taskAnswerOf>[0]): PlannedTask | null {
  const { id, kind, planned } = taskAnswerOf(row)
  const action = plannedActions.find(each => each === kind) ?? 'stop'
  return planned && { ...planned, task_id: id, action }
}

async function updateUnfinished(database: Kysely<Schema>, id: number, change: TaskChange): Promise<boolean> {
  const result = await database
    .updateTable('tasks')
    .set({
      status: change.status,
      message: change.message,
      reason: change.reason,
      progress: change.progressPercent,
      exit_code: change.exitCode,
      started_at: change.startedAtMs,
      ended_at: change.endedAtMs,
      failure: change.failure && JSON.stringify(change.failure),
      // It has an address and belongs into the log alone.
      ...(hasEnded(change.status) ? { audit_line: null } : {}),
    })
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
