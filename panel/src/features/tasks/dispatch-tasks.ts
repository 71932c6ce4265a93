// Hands tasks to their nodes: in the order of their ids, as soon as a node is there.

import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Log } from '../../platform/log.ts'
import { orderOf } from './planned-task-rules.ts'
import type { TaskReports } from './task-reports.ts'
import type { StoredTask, TasksStore } from './tasks-store.ts'

const forgottenAfterMs = 5_000

interface DispatcherDeps {
  store: TasksStore
  reports: TaskReports
  changes: Changes
  log: Log
  now(): number
  link: Pick<DaemonLink, 'isOnline' | 'send'>
}

/** What this instance knows of a node beside what is stored. */
interface NodeState {
  /** Ends when everything that was begun for the node has ended. */
  turn: Promise<unknown>
  /** It has connected and was not told yet what has been waiting for it. */
  isBehind: boolean
  /** It was away, as far as this instance knew, when something was asked of it here. */
  isOwed: boolean
  /** Since when it has been away: one that was never seen, since this panel was started. */
  leftAtMs: number
}

export function createDispatcher({ store, reports, changes, log, now, link }: DispatcherDeps) {
  const startedAtMs = now()
  const states = new Map<number, NodeState>()

  function stateOf(nodeId: number): NodeState {
    const state = states.get(nodeId) ?? {
      turn: Promise.resolve(),
      isBehind: false,
      isOwed: false,
      leftAtMs: startedAtMs,
    }
    states.set(nodeId, state)
    return state
  }

  changes.listen(change => {
    if (change.kind !== 'node-presence') return
    const state = stateOf(change.nodeId)
    if (!change.online) state.leftAtMs = now()
    else if (state.isOwed) {
      state.isOwed = false
      void handOverOwed(change.nodeId)
    }
  })

  /** One after the other for each node: tasks reach it in the order of their ids. */
  function inTurn<Result>(nodeId: number, work: () => Promise<Result>): Promise<Result> {
    const state = stateOf(nodeId)
    const done = state.turn.then(work)
    state.turn = done.catch(() => {})
    return done
  }

  function dispatch({ id, runKey, nodeId, gameServerId, kind, payload }: StoredTask): void {
    if (!link.isOnline(nodeId)) return
    const order = orderOf({ kind, payload }, now())
    const value = { taskId: id, runKey, gameServerId: gameServerId ?? 0, ...order }
    link.send(nodeId, { $case: 'runTask', value })
  }

  async function handOverWaiting(nodeId: number, known: ReadonlySet<number>): Promise<void> {
    for (const task of await store.unfinishedOf(nodeId)) {
      if (known.has(task.id)) continue
      if (task.status === 'waiting') dispatch(task)
      else await reports.settle(task, { status: 'error', message: 'the node lost this task' })
    }
    stateOf(nodeId).isBehind = false
  }

  /** It may have been at another instance all the time: what was asked of it here is not known there. */
  function handOverOwed(nodeId: number): Promise<void> {
    const handedOver = inTurn(nodeId, async () => {
      // One that has just connected to this instance is told everything that waits.
      if (stateOf(nodeId).isBehind) return
      for (const task of await store.unheardOf([nodeId], now() + 1)) dispatch(task)
    })
    return handedOver.catch(error =>
      log.warn({ err: error, node_id: nodeId }, 'could not hand over what waits for a node; it is soon'),
    )
  }

  return {
    inTurn,

    /** Something is asked of a node that is away: when it comes, it is handed over. */
    owe(nodeId: number): void {
      stateOf(nodeId).isOwed = true
    },

    /** One that has just come waits: it would overtake those that have been waiting, and reaches the node with them. */
    handOverNew(task: StoredTask): void {
      if (!stateOf(task.nodeId).isBehind) dispatch(task)
    },

    /** Everything that waits for a node and that it does not know of. */
    handOverWaiting: (nodeId: number, known: ReadonlySet<number>): Promise<void> =>
      inTurn(nodeId, () => handOverWaiting(nodeId, known)),

    /** What an instance has stored for these nodes and could not tell them. */
    async handOverForgotten(nodeIds: readonly number[]): Promise<void> {
      for (const task of await store.unheardOf(nodeIds, now() - forgottenAfterMs)) dispatch(task)
    },

    /** Its connection to this instance begins or ends. */
    noteConnection(nodeId: number, online: boolean): void {
      const state = stateOf(nodeId)
      state.isBehind = online
      if (!online) state.leftAtMs = now()
    },

    awaySinceMs: (nodeId: number): number => stateOf(nodeId).leftAtMs,
  }
}
