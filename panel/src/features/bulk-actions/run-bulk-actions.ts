// Carries out bulk actions, a few steps at a time on each node. Any instance may: whoever has the lease does.

import { errors } from '@rookery/contracts/errors.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Log } from '../../platform/log.ts'
import type { Tasks } from '../tasks/tasks.ts'
import { type BulkActionsStore, StepTakenError, type StoredBulkAction } from './bulk-actions-store.ts'
import { areOver, endOf, nextSteps, openTasksOf, type StepEnd, type StoredStep } from './bulk-step-rules.ts'

const atOnceOnNode = 10
/** Longer than any turn takes. */
const leaseMs = 30_000
/** What an instance is not told of is found so. */
const lookAgainMs = 2_000
/** Of many tasks that end at once the steps are read once. */
const shortestTurnMs = 100

interface RunnerDeps {
  store: BulkActionsStore
  tasks: Pick<Tasks, 'outcomesOf'>
  perform(bulk: StoredBulkAction, step: StoredStep): Promise<StepEnd | null>
  changes: Pick<Changes, 'listen'>
  log: Log
  now(): number
  randomUuid(): string
}

export type BulkRunner = ReturnType<typeof createBulkRunner>

export function createBulkRunner({ store, tasks, perform, changes, log, now, randomUuid }: RunnerDeps) {
  const lease = randomUuid()
  const running = new Map<number, Promise<void>>()
  const wakers = new Set<() => void>()
  let isClosed = false

  const wakeAll = () => {
    for (const wake of wakers) wake()
  }
  const unlisten = changes.listen(change => {
    if (change.kind === 'task' && hasEnded(change.status)) wakeAll()
  })

  /** Until a task has ended somewhere, or a moment has passed. */
  async function pause(): Promise<void> {
    const { promise: woken, resolve } = Promise.withResolvers<void>()
    const timers = [setTimeout(resolve, lookAgainMs).unref()]
    const wake = () => {
      wakers.delete(wake)
      timers.push(setTimeout(resolve, isClosed ? 0 : shortestTurnMs).unref())
    }
    wakers.add(wake)
    if (isClosed) wake()
    await woken
    wakers.delete(wake)
    for (const timer of timers) clearTimeout(timer)
  }

  /** True where it is over already; the task of another tells when it is. */
  async function begin(bulk: StoredBulkAction, step: StoredStep): Promise<boolean> {
    try {
      const end = await perform(bulk, step)
      if (end) await store.settle(bulk.id, step, end)
      return end !== null
    } catch (error) {
      if (error instanceof StepTakenError) return true
      log.warn({ err: error, bulk_action_id: bulk.id, game_server_id: step.serverId }, 'a step failed')
      const reason = errors.internal.message
      await store.settle(bulk.id, step, { status: 'failed', code: 'internal', reason })
      return true
    }
  }

  /** `over` also where it is somebody else's. */
  async function takeTurn(id: number): Promise<'over' | 'again' | 'wait'> {
    if (!(await store.lease(id, lease, now(), now() + leaseMs))) return 'over'
    const bulk = await store.find(id)
    if (!bulk) return 'over'
    const steps = await store.steps(id)
    const outcomes = await tasks.outcomesOf(openTasksOf(steps))
    for (const step of steps) {
      const end = endOf(step, outcomes)
      if (end) await store.settle(id, step, end)
    }
    if (areOver(steps, outcomes)) {
      await store.end(id, now())
      return 'over'
    }
    const begun = nextSteps(steps, outcomes, atOnceOnNode).map(step => begin(bulk, step))
    return (await Promise.all(begun)).includes(true) ? 'again' : 'wait'
  }

  /** Whoever had it before ended in the middle: nobody knows whether the game got these. */
  async function settleInterrupted(id: number): Promise<void> {
    const reason = 'the panel stopped while this was sent: it is not known whether the game received it'
    for (const step of await store.steps(id))
      if (step.status === 'sending')
        await store.settle(id, step, { status: 'failed', code: 'unavailable', reason })
  }

  async function run(id: number): Promise<void> {
    if (!(await store.lease(id, lease, now(), now() + leaseMs))) return
    await settleInterrupted(id)
    for (let next = await takeTurn(id); next !== 'over' && !isClosed; next = await takeTurn(id))
      if (next === 'wait') await pause()
    if (isClosed) await store.release(id, lease)
  }

  function carryOut(id: number): void {
    if (isClosed || running.has(id)) return
    const ended = run(id)
      .catch(error =>
        log.warn({ err: error, bulk_action_id: id }, 'a bulk action stands still; it goes on soon'),
      )
      .then(() => void running.delete(id))
    running.set(id, ended)
  }

  return {
    carryOut,
    /** Steps were canceled: what is left of it is looked at now. */
    wakeAll,
    /** Takes up what nobody carries out. */
    async look(): Promise<void> {
      for (const id of await store.unendedIds()) carryOut(id)
    },
    /** The steps under way end; the rest is another instance's, or of the next start. */
    async close(): Promise<void> {
      isClosed = true
      unlisten()
      wakeAll()
      await Promise.all(running.values())
    },
  }
}
