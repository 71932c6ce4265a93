// Which waiting tasks may begin: in order for each game server, bounded for the node, a kill ahead of everything.

import type { TaskKind } from '@rookery/contracts/run-states.ts'
import type { StepAction } from '@rookery/contracts/schedule.ts'

/**
 * What a node does: all that a panel may ask for, what only its own schedules do, a stop or restart that waits (L21),
 * and a run of several steps, which has the kind of its step while that is due.
 */
export type NodeTaskKind = TaskKind | StepAction | 'power' | 'steps'

export interface QueuedTask {
  id: number
  /** What people know it by. */
  panelId: number
  /** null: asked for by the panel. */
  scheduleId: number | null
  gameServerId: number
  kind: NodeTaskKind
  status: 'waiting' | 'working'
  /** It waits for its time or for an empty server: nothing waits for it, and it begins when it is let go. */
  isHeld?: boolean
}

/** Installs and archives read and write much; the others mostly wait for a game. */
export const laneLimits = { install: 4, files: 4, power: 16 } as const
type Lane = keyof typeof laneLimits

const laneLabel: Record<Lane, string> = {
  install: 'installations',
  files: 'archives',
  power: 'tasks',
}

const installKinds: readonly NodeTaskKind[] = ['install', 'reinstall', 'update', 'clone', 'restore']
const fileKinds: readonly NodeTaskKind[] = ['archive', 'extract', 'backup']

function laneOf(kind: NodeTaskKind): Lane {
  if (installKinds.includes(kind)) return 'install'
  return fileKinds.includes(kind) ? 'files' : 'power'
}

/**
 * Whether a task begins only when one of the same game server that was asked for before has ended. A game can be
 * stopped and started while its files are packed; whatever changes all of its files waits for everything.
 */
export function waitsFor(task: Pick<QueuedTask, 'kind'>, earlier: Pick<QueuedTask, 'kind'>): boolean {
  if (task.kind === 'kill' || earlier.kind === 'kill') return false
  const lane = laneOf(task.kind)
  if (lane === 'install' || task.kind === 'delete' || earlier.kind === 'delete') return true
  return (lane === 'files') === (laneOf(earlier.kind) === 'files')
}

/**
 * Whether a task at work should not wait for its game any longer, because of one that was asked for after it. What a
 * person asks for hurries; a schedule waits until the end.
 */
export function hurries(
  next: Pick<QueuedTask, 'id' | 'gameServerId' | 'scheduleId' | 'kind' | 'isHeld'>,
  atWork: Pick<QueuedTask, 'id' | 'gameServerId' | 'kind'>,
): boolean {
  if (next.scheduleId !== null || next.id === atWork.id || next.isHeld === true) return false
  return next.gameServerId === atWork.gameServerId && waitsFor(next, atWork)
}

/** The tasks that begin now; `queue` is in the order in which they were asked for. */
export function tasksToBegin<Task extends QueuedTask>(queue: readonly Task[]): Task[] {
  const used = { install: 0, files: 0, power: 0 }
  for (const { status, kind } of queue) {
    if (status === 'working' && kind !== 'kill') used[laneOf(kind)] += 1
  }
  const ahead = new Map<number, Set<NodeTaskKind>>()
  return queue.filter(task => {
    if (task.isHeld === true) return false
    if (task.kind === 'kill') return task.status === 'waiting'
    const earlier = ahead.get(task.gameServerId) ?? new Set()
    const isFree = ![...earlier].some(kind => waitsFor(task, { kind }))
    // Whether it begins or not: what was asked for later may have to wait for it.
    ahead.set(task.gameServerId, earlier.add(task.kind))
    const lane = laneOf(task.kind)
    if (task.status !== 'waiting' || !isFree || used[lane] >= laneLimits[lane]) return false
    used[lane] += 1
    return true
  })
}

/**
 * Why each waiting task waits, for the person who looks at it. It names the last of those that it waits for, so that
 * the end of one task is news for few others, however long the queue.
 */
export function waitingMessages(queue: readonly QueuedTask[]): Map<number, string> {
  const message = new Map<number, string>()
  const lastOf = new Map<number, Map<NodeTaskKind, QueuedTask>>()
  for (const task of queue) {
    if (task.kind === 'kill' || task.isHeld === true) continue
    const earlier = lastOf.get(task.gameServerId) ?? new Map<NodeTaskKind, QueuedTask>()
    const ahead = [...earlier.values()].findLast(one => waitsFor(task, one))
    // Taken out first, so that the last one asked for stands last.
    earlier.delete(task.kind)
    lastOf.set(task.gameServerId, earlier.set(task.kind, task))
    if (task.status !== 'waiting') continue
    const lane = laneOf(task.kind)
    const busy = `waits because ${laneLimits[lane]} ${laneLabel[lane]} are at work on this node`
    message.set(task.id, ahead ? `waits for ${nameOf(ahead)} of this game server` : busy)
  }
  return message
}

function nameOf({ scheduleId, panelId, kind }: QueuedTask): string {
  return scheduleId === null ? `task ${panelId} (${kind})` : `a schedule (${kind})`
}

/** A kill is the last word on whether the game runs: what was asked before it and has not begun is dropped. */
export function droppedByKill<Task extends QueuedTask>(queue: readonly Task[], gameServerId: number): Task[] {
  const kinds: readonly NodeTaskKind[] = ['start', 'stop', 'restart', 'pause', 'resume', 'power']
  return queue.filter(
    task => task.gameServerId === gameServerId && task.status === 'waiting' && kinds.includes(task.kind),
  )
}
