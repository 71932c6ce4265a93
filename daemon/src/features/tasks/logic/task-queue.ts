// Which waiting tasks may begin: in order for each game server, bounded for the node, a kill ahead of everything.

import type { TaskKind } from '@rookery/contracts/run-states.ts'

export interface QueuedTask {
  id: number
  gameServerId: number
  kind: TaskKind
  status: 'waiting' | 'working'
}

/** Installs read and write much; the others mostly wait for a game. */
export const laneLimits = { install: 4, power: 16 } as const
type Lane = keyof typeof laneLimits

const installKinds: readonly TaskKind[] = ['install', 'reinstall', 'update', 'clone']

function laneOf(kind: TaskKind): Lane {
  return installKinds.includes(kind) ? 'install' : 'power'
}

/** The tasks that begin now; `queue` is in the order in which they were asked for. */
export function tasksToBegin<Task extends QueuedTask>(queue: readonly Task[]): Task[] {
  const busyGameServers = new Set<number>()
  const used = { install: 0, power: 0 }
  for (const task of queue) {
    if (task.status !== 'working' || task.kind === 'kill') continue
    busyGameServers.add(task.gameServerId)
    used[laneOf(task.kind)] += 1
  }
  return queue.filter(task => {
    if (task.status !== 'waiting') return false
    if (task.kind === 'kill') return true
    const isFirst = !busyGameServers.has(task.gameServerId)
    // Whether it begins or not: what was asked for later waits behind it.
    busyGameServers.add(task.gameServerId)
    const lane = laneOf(task.kind)
    if (!isFirst || used[lane] >= laneLimits[lane]) return false
    used[lane] += 1
    return true
  })
}

/**
 * Why each waiting task waits, for the person who looks at it. It names the task right before it, so that the end of
 * one task is news for one other, however long the queue.
 */
export function waitingWords(queue: readonly QueuedTask[]): Map<number, string> {
  const words = new Map<number, string>()
  const lastOf = new Map<number, QueuedTask>()
  for (const task of queue) {
    if (task.kind === 'kill') continue
    const ahead = lastOf.get(task.gameServerId)
    lastOf.set(task.gameServerId, task)
    if (task.status !== 'waiting') continue
    const lane = laneOf(task.kind)
    const busy = `waits because ${laneLimits[lane]} ${lane === 'install' ? 'installations' : 'tasks'} are at work on this node`
    words.set(task.id, ahead ? `waits for task ${ahead.id} (${ahead.kind}) of this game server` : busy)
  }
  return words
}

/** A kill is the last word on whether the game runs: what was asked before it and has not begun is dropped. */
export function droppedByKill<Task extends QueuedTask>(queue: readonly Task[], gameServerId: number): Task[] {
  const kinds: readonly TaskKind[] = ['start', 'stop', 'restart', 'pause', 'resume']
  return queue.filter(
    task => task.gameServerId === gameServerId && task.status === 'waiting' && kinds.includes(task.kind),
  )
}
