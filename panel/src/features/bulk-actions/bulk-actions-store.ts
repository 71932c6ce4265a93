// Bulk actions and their steps in the database; which instance carries one out is a lease in its row.

import type { ErrorCode } from '@rookery/contracts/errors.ts'
import type { BulkActionName, BulkStepStatus } from '@rookery/contracts/http/bulk-actions.ts'
import type { Kysely, Transaction } from 'kysely'
import { insertReturningId, inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { totalOf, type Window } from '../../platform/database/windows.ts'
import type { StepEnd, StoredStep } from './bulk-step-rules.ts'

export interface StoredBulkAction {
  id: number
  action: BulkActionName
  /** As JSON. */
  options: string
  requestedBy: number
  /** Null: the account is gone. */
  login: string | null
  canceledAtMs: number | null
  createdAtMs: number
  endedAtMs: number | null
}

export interface BulkActionFilter {
  /** Null: those of everyone. */
  requestedBy: number | null
  isUnended: boolean
}

type NewStep = Pick<StoredStep, 'serverId' | 'serverName' | 'nodeId'>

/** The step is no longer the one that was to be begun: somebody else has begun it, or it was canceled. */
export class StepTakenError extends Error {
  override readonly name = 'StepTakenError'
}

const rowsAtOnce = 100

export type BulkActionsStore = ReturnType<typeof createBulkActionsStore>

export function createBulkActionsStore(db: Kysely<Schema>) {
  const actions = () =>
    db
      .selectFrom('bulk_actions')
      .leftJoin('users', 'users.id', 'bulk_actions.requested_by')
      .selectAll('bulk_actions')
      .select('users.login')

  return {
    async create(
      transaction: Transaction<Schema>,
      { action, options, requestedBy }: Pick<StoredBulkAction, 'action' | 'options' | 'requestedBy'>,
      steps: readonly NewStep[],
      nowMs: number,
    ): Promise<number> {
      const id = await insertReturningId(transaction, 'bulk_actions', {
        ...{ action, options, requested_by: requestedBy, lease: null, leased_until: 0 },
        ...{ canceled_at: null, created_at: nowMs, ended_at: null },
      })
      const rows = steps.map((step, position) => ({
        ...{ bulk_id: id, position, server_id: step.serverId, server_name: step.serverName },
        ...{ node_id: step.nodeId, status: 'waiting' as const, task_id: null },
        ...{ reason_code: null, reason: null },
      }))
      for (let start = 0; start < rows.length; start += rowsAtOnce)
        await transaction
          .insertInto('bulk_steps')
          .values(rows.slice(start, start + rowsAtOnce))
          .execute()
      return id
    },

    async find(id: number): Promise<StoredBulkAction | null> {
      const row = await actions().where('bulk_actions.id', '=', id).executeTakeFirst()
      return row ? storedActionOf(row) : null
    },

    async list({ requestedBy, isUnended }: BulkActionFilter, window: Window) {
      let narrowed = db.selectFrom('bulk_actions')
      if (requestedBy !== null) narrowed = narrowed.where('requested_by', '=', requestedBy)
      if (isUnended) narrowed = narrowed.where('ended_at', 'is', null)
      const page = narrowed.select('id').orderBy('id', 'desc').limit(window.limit).offset(window.offset)
      const ids = (await page.execute()).map(row => row.id)
      const total = await totalOf(ids.length, window, () =>
        narrowed.select(count => count.fn.countAll().as('total')).executeTakeFirst(),
      )
      if (ids.length === 0) return { items: [], total }
      const rows = await actions()
        .where('bulk_actions.id', 'in', ids)
        .orderBy('bulk_actions.id', 'desc')
        .execute()
      return { items: rows.map(storedActionOf), total }
    },

    async steps(id: number): Promise<StoredStep[]> {
      const query = db.selectFrom('bulk_steps').selectAll().where('bulk_id', '=', id)
      return (await query.orderBy('position').execute()).map(row => ({
        position: row.position,
        serverId: row.server_id,
        serverName: row.server_name,
        nodeId: row.node_id,
        status: row.status,
        taskId: row.task_id,
        reasonCode: row.reason_code as ErrorCode | null,
        reason: row.reason,
      }))
    },

    /** Of actions that have ended: by action, the status of each step. */
    async statusesOf(ids: readonly number[]): Promise<Map<number, BulkStepStatus[]>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('bulk_steps')
        .select(['bulk_id', 'status', count => count.fn.countAll().as('total')])
        .where('bulk_id', 'in', ids)
        .groupBy(['bulk_id', 'status'])
        .execute()
      const statuses = new Map<number, BulkStepStatus[]>()
      for (const { bulk_id, status, total } of rows) {
        const known = statuses.get(bulk_id) ?? []
        statuses.set(bulk_id, [
          ...known,
          ...Array.from({ length: Number(total) }, () => endedStatusOf(status)),
        ])
      }
      return statuses
    },

    async unendedIds(): Promise<number[]> {
      const query = db.selectFrom('bulk_actions').select('id').where('ended_at', 'is', null)
      return (await query.orderBy('id').execute()).map(row => row.id)
    },

    /** True for the one instance that carries it out until then; the one that does renews it so. */
    async lease(id: number, lease: string, nowMs: number, untilMs: number): Promise<boolean> {
      const result = await db
        .updateTable('bulk_actions')
        .set({ lease, leased_until: untilMs })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .where(where => where.or([where('lease', '=', lease), where('leased_until', '<=', nowMs)]))
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    async release(id: number, lease: string): Promise<void> {
      const update = db.updateTable('bulk_actions').set({ lease: null, leased_until: 0 })
      await update.where('id', '=', id).where('lease', '=', lease).execute()
    },

    /** In the transaction that creates its task: both are there or neither. */
    async begin(
      transaction: Transaction<Schema>,
      id: number,
      { position }: StoredStep,
      taskId: number,
    ): Promise<void> {
      const result = await transaction
        .updateTable('bulk_steps')
        .set({ status: 'sent', task_id: taskId })
        .where('bulk_id', '=', id)
        .where('position', '=', position)
        .where('status', '=', 'waiting')
        .executeTakeFirst()
      if (result.numUpdatedRows !== 1n) throw new StepTakenError()
    },

    /** For what has no task: it is sent at most once. */
    async claim(id: number, { position }: StoredStep): Promise<boolean> {
      const result = await db
        .updateTable('bulk_steps')
        .set({ status: 'sending' })
        .where('bulk_id', '=', id)
        .where('position', '=', position)
        .where('status', '=', 'waiting')
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },

    async settle(id: number, { position }: StoredStep, { status, code, reason }: StepEnd): Promise<void> {
      await db
        .updateTable('bulk_steps')
        .set({ status, reason_code: code ?? null, reason: reason ?? null })
        .where('bulk_id', '=', id)
        .where('position', '=', position)
        .where('status', 'in', ['waiting', 'sending', 'sent'])
        .execute()
    },

    /** False when it has ended already. */
    cancel: (id: number, nowMs: number): Promise<boolean> =>
      inTransaction(db, async transaction => {
        const result = await transaction
          .updateTable('bulk_actions')
          .set({ canceled_at: nowMs })
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (result.numUpdatedRows !== 1n) return false
        const waiting = transaction.updateTable('bulk_steps').set({ status: 'canceled' })
        await waiting.where('bulk_id', '=', id).where('status', '=', 'waiting').execute()
        return true
      }),

    async end(id: number, nowMs: number): Promise<void> {
      const update = db.updateTable('bulk_actions').set({ ended_at: nowMs, lease: null, leased_until: 0 })
      await update.where('id', '=', id).where('ended_at', 'is', null).execute()
    },

    async forgetBefore(beforeMs: number): Promise<void> {
      await db.deleteFrom('bulk_actions').where('ended_at', '<', beforeMs).execute()
    },
  }
}

/** Where an action has ended, nothing waits or is under way. */
function endedStatusOf(status: StoredStep['status']): BulkStepStatus {
  return status === 'sending' || status === 'sent' || status === 'waiting' ? 'failed' : status
}

function storedActionOf(row: {
  id: number
  action: string
  options: string
  requested_by: number
  login: string | null
  canceled_at: number | null
  created_at: number
  ended_at: number | null
}): StoredBulkAction {
  return {
    id: row.id,
    action: row.action as BulkActionName,
    options: row.options,
    requestedBy: row.requested_by,
    login: row.login,
    canceledAtMs: row.canceled_at,
    createdAtMs: row.created_at,
    endedAtMs: row.ended_at,
  }
}
