// Bulk actions: one order for many game servers, which the panel carries out whether or not anybody watches.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { BulkAction, BulkActionSummary, startBulkAction } from '@rookery/contracts/http/bulk-actions.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { Kysely } from 'kysely'
import type { AccountCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import { inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Window } from '../../platform/database/windows.ts'
import { inSection } from '../../platform/http/access-rule.ts'
import type { Once } from '../../platform/http/route.ts'
import { lacking } from '../../platform/lacking.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import { isVisible } from '../access/logic/visible-objects.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Power } from '../power/power.ts'
import { mayCancelTask, type Tasks } from '../tasks/tasks.ts'
import { createBulkActionsStore, type StoredBulkAction } from './bulk-actions-store.ts'
import { answerOf, countsOf, openTasksOf, statusOf } from './bulk-step-rules.ts'
import { createPerformStep, ruleOf, type StepDeps } from './perform-step.ts'
import { bulkActionRoutes } from './routes.ts'
import { createBulkRunner } from './run-bulk-actions.ts'

interface BulkActionsDeps extends Omit<StepDeps, 'access' | 'gameServers' | 'power'> {
  db: Kysely<Schema>
  access: Access
  gameServers: StepDeps['gameServers'] & Pick<GameServers, 'namesOf'>
  tasks: Tasks
  power: StepDeps['power'] & Pick<Power, 'optionsOfMany'>
  changes: Changes
  log: Log
  now(): number
  randomUuid(): string
}

const retainedMs = 30 * 24 * 60 * 60_000
const cleanUpEveryMs = 60 * 60_000
const viewTasks = inSection('task', 'view')
const editTasks = inSection('task', 'edit')

export function openBulkActions(deps: BulkActionsDeps) {
  const bulkActions = createBulkActions(deps)
  return { ...bulkActions, routes: bulkActionRoutes(bulkActions) }
}

export type BulkActions = ReturnType<typeof createBulkActions>

function createBulkActions(deps: BulkActionsDeps) {
  const { access, gameServers, tasks, power, now } = deps
  const store = createBulkActionsStore(deps.db)
  const runner = createBulkRunner({ ...deps, store, perform: createPerformStep({ ...deps, store }) })
  let cleanedUpAtMs = Number.NEGATIVE_INFINITY

  async function answer(bulk: StoredBulkAction): Promise<BulkAction> {
    const steps = await store.steps(bulk.id)
    const outcomes = await tasks.outcomesOf(openTasksOf(steps))
    const statuses = steps.map(step => statusOf(step, outcomes))
    const servers = steps.map(step => answerOf(step, outcomes))
    return { ...summaryOf(bulk, countsOf(statuses)), servers }
  }

  async function summaries(found: readonly StoredBulkAction[]): Promise<BulkActionSummary[]> {
    const ended = found.filter(({ endedAtMs }) => endedAtMs !== null).map(({ id }) => id)
    const statuses = await store.statusesOf(ended)
    const told: BulkActionSummary[] = []
    for (const bulk of found) {
      if (bulk.endedAtMs === null) {
        const { servers: _, ...summary } = await answer(bulk)
        told.push(summary)
      } else told.push(summaryOf(bulk, countsOf(statuses.get(bulk.id) ?? [])))
    }
    return told
  }

  /** Others get the same refusal whether or not it exists (A08). */
  async function findFor(
    id: number,
    caller: AccountCaller,
    rule: typeof viewTasks,
  ): Promise<StoredBulkAction> {
    const found = await store.find(id)
    if (found?.requestedBy === caller.userId) return found
    if (!(await access.isAllowed(rule, caller, {})))
      throw lacking({ permission: rule === editTasks ? 'edit' : 'view', object_type: 'task' })
    if (!found) throw new PanelError('not_found', { message: 'there is no such bulk action' })
    return found
  }

  return {
    async start(
      { action, servers, ...options }: BodyOf<typeof startBulkAction>,
      caller: AccountCaller,
      once: Once<{ id: number }>,
    ): Promise<BulkAction> {
      // Of what only administrators do no step could work for others.
      if (action === 'tag' || action === 'delete') await access.authorize(ruleOf[action], caller, {})
      const visible = await access.gameServersSeenBy(caller)
      const ids = [...new Set(servers)]
      const named = await gameServers.namesOf(ids.filter(id => isVisible(visible, id)))
      const steps = ids.map(serverId => {
        const { name = null, nodeId = 0 } = named.get(serverId) ?? {}
        return { serverId, serverName: name, nodeId }
      })
      const asked = { action, options: JSON.stringify(options), requestedBy: caller.userId }
      const id = await inTransaction(deps.db, async transaction => {
        const made = await store.create(transaction, asked, steps, now())
        await once.note(transaction, { id: made })
        return made
      })
      const started = await answer(await findFor(id, caller, viewTasks))
      runner.carryOut(id)
      return started
    },

    async list(
      { isUnended, user }: { isUnended: boolean; user: number | undefined },
      caller: AccountCaller,
      window: Window,
    ) {
      const seesAll = await access.isAllowed(viewTasks, caller, {})
      if (!seesAll && user !== undefined && user !== caller.userId) return { items: [], total: 0 }
      const filter = { requestedBy: seesAll ? (user ?? null) : caller.userId, isUnended }
      const { items, total } = await store.list(filter, window)
      return { items: await summaries(items), total }
    },

    read: async (id: number, caller: AccountCaller) => answer(await findFor(id, caller, viewTasks)),

    /** What has not begun is left out; what waits on its node is called off; what is at work goes on. */
    async cancel(id: number, caller: AccountCaller): Promise<BulkAction> {
      const bulk = await findFor(id, caller, editTasks)
      if (!(await store.cancel(id, now())))
        throw new PanelError('conflict', { message: 'the bulk action has already ended' })
      const steps = await store.steps(id)
      const outcomes = await tasks.outcomesOf(openTasksOf(steps))
      for (const { taskId } of steps) {
        if (taskId === null || outcomes.get(taskId)?.status !== 'waiting') continue
        // One that the person may no longer cancel, or whose node is away, goes on.
        await mayCancelTask(tasks, access, caller, taskId)
          .then(() => tasks.cancel(taskId))
          .catch(error => {
            if (!(error instanceof PanelError)) throw error
          })
      }
      runner.wakeAll()
      return answer((await store.find(id)) ?? bulk)
    },

    async abilities(ids: readonly number[], caller: AccountCaller) {
      const answered = Object.fromEntries(
        gameServerPermissionNames.map(name => [name, [] as number[]]),
      ) as Record<GameServerPermission, number[]>
      const known = await gameServers.namesOf([...new Set(ids)])
      for (const name of gameServerPermissionNames) {
        const held = await access.gameServersWith(caller.userId, name)
        answered[name] = [...known.keys()].filter(id => isVisible(held, id))
      }
      return answered
    },

    async powerOptions(ids: readonly number[], caller: AccountCaller) {
      const known = await gameServers.namesOf([...new Set(ids)])
      const seen = await access.gameServersWith(caller.userId, 'game-server-common')
      return power.optionsOfMany(
        [...known.keys()].filter(id => isVisible(seen, id)),
        caller,
      )
    },

    /** Takes up what an instance that ended has left, and forgets what ended long ago. */
    async keepHouse(): Promise<void> {
      await runner.look()
      if (now() - cleanedUpAtMs < cleanUpEveryMs) return
      cleanedUpAtMs = now()
      await store.forgetBefore(now() - retainedMs)
    },

    /** Goes on with what was under way when a panel ended. */
    look: runner.look,
    close: runner.close,
  }
}

function summaryOf(bulk: StoredBulkAction, counts: BulkActionSummary['counts']): BulkActionSummary {
  const { id, action, requestedBy, login, canceledAtMs, createdAtMs, endedAtMs } = bulk
  return {
    id,
    action,
    status: canceledAtMs !== null ? 'canceled' : endedAtMs === null ? 'working' : 'ended',
    requested_by: login === null ? null : { id: requestedBy, login },
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    created_at: timeOf(createdAtMs),
    ended_at: endedAtMs === null ? null : timeOf(endedAtMs),
  }
}
