// Makes lines of activity from the change feed. A power action is one line, told by its task with who asked for it; the
// states that it passes through are not told again. A state that no task brought about is a line of its own.

import type {
  BackupActivity,
  GameServerChange,
  ScheduleActivity,
  ServerActivityKind,
} from '@rookery/contracts/http/activity.ts'
import { hasEnded, type RunState, type TaskKind, type TaskStatus } from '@rookery/contracts/run-states.ts'
import type { Line, LineDetails } from './line.ts'

/** What must be remembered of a game server to tell its next change well. */
export interface Memory {
  tasksAtWork: readonly { id: number; kind: TaskKind }[]
  lastTask: { kind: TaskKind; endMs: number } | null
  state: RunState | null
  /** Why it is being started or stopped, which is told before it runs or rests. */
  askedReason: string | null
}

export const nothingKnown: Memory = {
  tasksAtWork: [],
  lastTask: null,
  state: null,
  askedReason: null,
}

export interface ReportedTask {
  taskId: number
  gameServerId: number | null
  taskKind: TaskKind
  requestedBy: number | null
  plugin: string | null
  status: TaskStatus
  message: string | null
  exitCode: number | null
}

export interface ReportedState {
  gameServerId: number
  state: RunState
  reason: string | null
  changedAtMs: number
  exitCode: number | null
  isNews: boolean
}

export type ReportedEdit =
  | { what: 'created' }
  | {
      what: 'settings' | 'details'
      fields: readonly string[]
      variables: readonly string[]
      changes: readonly GameServerChange[]
    }
  | { what: 'schedule'; deed: ScheduleActivity; name: string }
  | { what: 'backup'; deed: BackupActivity; of: string }

interface Reported {
  memory: Memory
  line: Line | null
}

/** The last state of an action may come a moment after its end. */
const afterTaskMs = 3_000
const reportedStates: readonly RunState[] = ['running', 'stopped', 'paused', 'crashed']
const reasonLimit = 500

/** Where an action leads; null: it does not move the run state. */
const outcomeOf: Record<TaskKind, RunState | null> = {
  start: 'running',
  restart: 'running',
  resume: 'running',
  stop: 'stopped',
  kill: 'stopped',
  pause: 'paused',
  install: 'stopped',
  reinstall: 'stopped',
  update: 'stopped',
  delete: null,
  clone: null,
  archive: null,
  extract: null,
  backup: null,
  restore: 'stopped',
}

const kindOfTask: Record<TaskKind, ServerActivityKind> = {
  start: 'run',
  stop: 'run',
  restart: 'run',
  pause: 'run',
  resume: 'run',
  kill: 'run',
  install: 'work',
  reinstall: 'work',
  update: 'work',
  delete: 'work',
  clone: 'work',
  archive: 'files',
  extract: 'files',
  backup: 'files',
  restore: 'files',
}

const short = (text: string | null) => text?.slice(0, reasonLimit) ?? null

export function describeTask(memory: Memory, change: ReportedTask, nowMs: number): Reported {
  const { taskId, gameServerId, taskKind, status, message, exitCode, requestedBy, plugin } = change
  const others = memory.tasksAtWork.filter(({ id }) => id !== taskId)
  if (status === 'working') {
    return { memory: { ...memory, tasksAtWork: [...others, { id: taskId, kind: taskKind }] }, line: null }
  }
  if (!hasEnded(status) || gameServerId === null) return { memory, line: null }
  const details: LineDetails = {
    what: 'task',
    task_id: taskId,
    task: taskKind,
    status,
    // Of what went well, the last word is of no interest any more.
    message: status === 'success' ? null : short(message),
    exit_code: exitCode,
    ...(plugin && { plugin }),
  }
  const line = {
    gameServerId,
    userId: requestedBy,
    kind: kindOfTask[taskKind],
    fact: `task ${taskId}`,
    details,
    atMs: nowMs,
  }
  return { memory: { ...memory, tasksAtWork: others, lastTask: { kind: taskKind, endMs: nowMs } }, line }
}

export function describeState(memory: Memory, change: ReportedState, nowMs: number): Reported {
  const { gameServerId, state, reason, changedAtMs, exitCode } = change
  const isOnTheWay = state === 'starting' || state === 'stopping'
  const next: Memory = { ...memory, state, askedReason: isOnTheWay ? reason : null }
  // Files that were replaced leave it stopped as it was: nothing has stopped then.
  const isAfterFiles = memory.state === 'installing' || memory.state === 'updating'
  const isReported =
    change.isNews && reportedStates.includes(state) && state !== memory.state && !isAfterFiles
  if (!isReported || isOfTask(memory, state, nowMs)) return { memory: next, line: null }
  const details: LineDetails = {
    what: 'state',
    state,
    // Of a stop, who asked for it says more than the exit code.
    reason: short((state === 'crashed' ? null : memory.askedReason) ?? reason),
    exit_code: state === 'crashed' ? exitCode : null,
  }
  // A node whose clock runs ahead tells nothing of days to come.
  const atMs = Math.min(changedAtMs, nowMs)
  const line = {
    gameServerId,
    userId: null,
    kind: 'run' as const,
    fact: `${state} ${changedAtMs}`,
    details,
    atMs,
  }
  return { memory: next, line }
}

/** A task that is at work, or has just ended, tells this state itself. */
function isOfTask({ tasksAtWork, lastTask }: Memory, state: RunState, nowMs: number): boolean {
  // Only who wants it to run fails when it crashes, and says why.
  if (state === 'crashed') return tasksAtWork.some(({ kind }) => kind === 'start' || kind === 'restart')
  if (tasksAtWork.some(({ kind }) => outcomeOf[kind] !== null)) return true
  return lastTask !== null && outcomeOf[lastTask.kind] === state && nowMs - lastTask.endMs < afterTaskMs
}

/** `count` tells two edits of one moment apart. Edits of files come in bursts and are told elsewhere. */
export function describeEdit(
  { gameServerId, userId }: { gameServerId: number; userId: number },
  edit: ReportedEdit,
  nowMs: number,
  count: number,
): Line {
  const common = { gameServerId, userId, fact: `${edit.what} ${nowMs} ${count}`, atMs: nowMs }
  switch (edit.what) {
    case 'created':
      return { ...common, kind: 'work', fact: 'created', details: edit }
    case 'schedule':
      return { ...common, kind: 'schedules', details: edit }
    case 'backup':
      return {
        ...{ ...common, kind: 'files' },
        details: { ...edit, of: edit.of === '' ? null : edit.of, message: null },
      }
    case 'settings':
    case 'details':
      return {
        ...common,
        kind: 'settings',
        details: {
          what: edit.what,
          fields: [...edit.fields],
          variables: [...edit.variables],
          changes: [...edit.changes],
        },
      }
  }
}

export interface ReportedTrouble {
  gameServerId: number
  trouble: 'failed' | 'overdue'
  fact: string
  message: string
  newestAtMs: number | null
}

/** Nobody did it. */
export function describeTrouble(change: ReportedTrouble, nowMs: number): Line {
  const { gameServerId, trouble, fact, message, newestAtMs } = change
  return {
    ...{ gameServerId, userId: null, kind: 'files', fact: `backup ${trouble} ${fact}`, atMs: nowMs },
    details: {
      ...{ what: 'backup', deed: trouble, message: short(message === '' ? null : message) },
      of: newestAtMs === null ? null : new Date(newestAtMs).toISOString(),
    },
  }
}
