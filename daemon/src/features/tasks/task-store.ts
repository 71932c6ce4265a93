// The tasks of this node in the daemon's store: known keys, how far each has come, and its output. Of what the panel
// asked for, the output stays until the panel has it; of each schedule the last runs stay.

import type { DatabaseSync } from 'node:sqlite'
import type { InstallFailure } from '@rookery/contracts/daemon/generated/link.ts'
import type { TaskStatus } from '@rookery/contracts/run-states.ts'
import { createStoredFailures } from '../../platform/store/stored-failures.ts'
import { attempt, createFacts, durably } from '../../platform/store.ts'
import type { StepRun } from './logic/step-run.ts'
import type { NodeTaskKind } from './logic/task-queue.ts'

export interface TaskRecord {
  /** This node's own number of it. */
  id: number
  /** What it is known by (rule L6): never the same for two tasks. */
  runKey: string
  /** The panel's number, which a restored panel gives out again; for people and for the way back. */
  panelId: number
  gameServerId: number
  /** As the panel wrote it: an unknown kind is kept too, so that it is answered the same way again. */
  kind: NodeTaskKind
  payload: string
  /** Whose run it is; null: asked for by the panel. */
  scheduleId: number | null
  /** Of a run: the time that it is for. Of a planned stop or restart: when it begins, null when the server is empty. */
  dueAtMs: number | null
  status: TaskStatus | 'skipped'
  message: string
  progress: number | null
  exitCode: number | null
  /** Of an installation that ended with an error: it stays until the panel has stored it. */
  failure?: InstallFailure
  sequence: number
  beganAtMs: number | null
  /** Of a run of several steps: how far it is. */
  steps: StepRun | null
  /** How many bytes it has said; left out: not asked of the store yet. */
  outputEnd?: number
}

/** A schedule, by this node's own number of its game server, which is never given to another one. */
export interface RunOwner {
  gameServerId: number
  scheduleId: number
}

export interface TaskStore {
  find(runKey: string): TaskRecord | null
  /** Waiting and working ones, in the order in which they were asked for. */
  open(): TaskRecord[]
  /** Those whose end the panel has not stored yet. */
  unacknowledged(): TaskRecord[]
  /** Gives its id. With a run beyond the last `retainedRuns` of its schedule the oldest go. */
  add(task: Omit<TaskRecord, 'id'>, nowMs: number): number
  save(task: TaskRecord, nowMs: number): void
  /** On the disk when it returns: for what must not happen before that. */
  saveOrThrow(task: TaskRecord, nowMs: number): void
  /** The key stays known for a while, so that a repeated order is not carried out again. */
  acknowledge(runKey: string): void
  forgetBefore(limitMs: number): void
  appendOutput(id: number, seq: number, chunk: Uint8Array): void
  output(id: number): { seq: number; chunk: Buffer }[]
  outputEnd(id: number): number
  /** Newest first. */
  runs(owner: RunOwner, limit: number): (TaskRecord & { changedAtMs: number; output: string })[]
  runOwners(): RunOwner[]
  /** All runs of a schedule but those with these ids. */
  removeRuns(owner: RunOwner, exceptIds: readonly number[]): void
  /** The keys of runs that are due after this time may be used again: the clock has been set back. */
  releaseKeys(owner: RunOwner, afterMs: number): void
}

const retainedRuns = 50
const columns = [
  'run_key, panel_id, game_server_id, kind, payload, schedule_id, due_at_ms',
  'status, message, progress, exit_code, sequence, began_at_ms, changed_at_ms, steps',
].join(', ')

/** Only `add` and `saveOrThrow` throw: a task whose key cannot be remembered must not be run. */
export function createTaskStore(database: DatabaseSync, report: (error: unknown) => void): TaskStore {
  const sql = prepareStatements(database)
  const failures = createStoredFailures(createFacts(database, report), 'task_failure')
  const withFailure = (task: TaskRecord): TaskRecord => {
    const failure = task.status === 'error' ? failures.read(task.id) : null
    return failure ? { ...task, failure } : task
  }
  const output = (id: number) =>
    sql.output.all(id).map(row => ({ seq: Number(row.seq), chunk: Buffer.from(row.chunk as Uint8Array) }))
  return {
    find: runKey => {
      const row = sql.find.get(runKey)
      return row ? withFailure(toRecord(row)) : null
    },
    open: () => sql.open.all().map(toRecord),
    unacknowledged: () => sql.unacknowledged.all().map(row => withFailure(toRecord(row))),
    add(task, nowMs) {
      const { runKey, panelId, gameServerId, kind, payload, scheduleId, dueAtMs } = task
      const fixed = [runKey, panelId, gameServerId, kind, payload, scheduleId, dueAtMs]
      const isKnown = Number(scheduleId !== null)
      const added = durably(database, () => sql.add.run(...fixed, ...changing(task, nowMs), isKnown))
      if (scheduleId !== null) {
        const owner = [gameServerId, scheduleId]
        attempt(() => sql.forgetRuns.run(...owner, ...owner, retainedRuns), report)
      }
      return Number(added.lastInsertRowid)
    },
    save(task, nowMs) {
      const save = () => sql.save.run(...changing(task, nowMs), task.id)
      // How far it is may be forgotten; that it has begun or ended may not.
      attempt(
        () => (task.progress === null || task.status !== 'working' ? durably(database, save) : save()),
        report,
      )
      if (task.failure && task.status === 'error') failures.write(task.id, task.failure)
    },
    saveOrThrow: (task, nowMs) =>
      void durably(database, () => sql.save.run(...changing(task, nowMs), task.id)),
    acknowledge(runKey) {
      const row = sql.find.get(runKey)
      if (row) failures.forget(Number(row.id))
      attempt(() => sql.acknowledge.run(runKey), report)
      attempt(() => sql.dropOutput.run(runKey), report)
    },
    forgetBefore: limitMs => attempt(() => sql.forget.run(limitMs), report),
    appendOutput: (id, seq, chunk) => attempt(() => sql.append.run(id, seq, chunk), report),
    output,
    outputEnd: id => Number(sql.outputEnd.get(id)?.end ?? 0),
    runs: ({ gameServerId, scheduleId }, limit) =>
      sql.runs.all(gameServerId, scheduleId, limit).map(row => ({
        ...toRecord(row),
        changedAtMs: Number(row.changed_at_ms),
        output: Buffer.concat(output(Number(row.id)).map(({ chunk }) => chunk)).toString(),
      })),
    runOwners: () =>
      sql.runOwners
        .all()
        .map(row => ({ gameServerId: Number(row.game_server_id), scheduleId: Number(row.schedule_id) })),
    removeRuns: ({ gameServerId, scheduleId }, exceptIds) =>
      attempt(() => sql.removeRuns.run(gameServerId, scheduleId, JSON.stringify(exceptIds)), report),
    releaseKeys: ({ gameServerId, scheduleId }, afterMs) =>
      attempt(() => sql.releaseKeys.run(gameServerId, scheduleId, afterMs), report),
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    find: database.prepare(`SELECT id, ${columns} FROM tasks WHERE run_key = ?`),
    open: database.prepare(
      `SELECT id, ${columns} FROM tasks WHERE (acknowledged = 0 OR schedule_id IS NOT NULL)
       AND status IN ('waiting', 'working') ORDER BY place`,
    ),
    unacknowledged: database.prepare(
      `SELECT id, ${columns} FROM tasks WHERE acknowledged = 0 ORDER BY place`,
    ),
    // A run counts as acknowledged from the beginning: neither this daemon nor one of the version before tells the
    // panel about it, and the latter leaves it alone.
    add: database.prepare(
      `INSERT INTO tasks (${columns}, acknowledged, place)
       VALUES (${columns.replaceAll(/\w+/g, '?')}, ?, (SELECT coalesce(max(place), 0) + 1 FROM tasks))`,
    ),
    save: database.prepare(
      `UPDATE tasks SET status = ?, message = ?, progress = ?, exit_code = ?, sequence = ?, began_at_ms = ?,
       changed_at_ms = ?, steps = ? WHERE id = ?`,
    ),
    acknowledge: database.prepare(
      "UPDATE tasks SET acknowledged = 1 WHERE run_key = ? AND status NOT IN ('waiting', 'working')",
    ),
    dropOutput: database.prepare(
      'DELETE FROM task_output WHERE task_id IN (SELECT id FROM tasks WHERE run_key = ? AND acknowledged = 1)',
    ),
    forget: database.prepare(
      'DELETE FROM tasks WHERE acknowledged = 1 AND schedule_id IS NULL AND changed_at_ms < ?',
    ),
    append: database.prepare('INSERT INTO task_output (task_id, seq, chunk) VALUES (?, ?, ?)'),
    output: database.prepare('SELECT seq, chunk FROM task_output WHERE task_id = ? ORDER BY seq'),
    outputEnd: database.prepare(
      'SELECT seq + length(chunk) AS end FROM task_output WHERE task_id = ? ORDER BY seq DESC LIMIT 1',
    ),
    runs: database.prepare(
      `SELECT id, ${columns} FROM tasks WHERE game_server_id = ? AND schedule_id = ? ORDER BY id DESC LIMIT ?`,
    ),
    runOwners: database.prepare(
      'SELECT DISTINCT game_server_id, schedule_id FROM tasks WHERE schedule_id IS NOT NULL',
    ),
    removeRuns: database.prepare(
      `DELETE FROM tasks WHERE game_server_id = ? AND schedule_id = ?
       AND id NOT IN (SELECT value FROM json_each(?))`,
    ),
    forgetRuns: database.prepare(
      `DELETE FROM tasks WHERE game_server_id = ? AND schedule_id = ? AND status NOT IN ('waiting', 'working')
       AND id NOT IN (SELECT id FROM tasks WHERE game_server_id = ? AND schedule_id = ? ORDER BY id DESC LIMIT ?)`,
    ),
    releaseKeys: database.prepare(
      `UPDATE tasks SET run_key = run_key || ':' || id
       WHERE game_server_id = ? AND schedule_id = ? AND due_at_ms > ?`,
    ),
  }
}

/** In the order of the columns that change during a task's life. */
function changing(task: Omit<TaskRecord, 'id'>, nowMs: number): (string | number | null)[] {
  const { status, message, progress, exitCode, sequence, beganAtMs, steps } = task
  const state = [status, message, progress, exitCode, sequence, beganAtMs, nowMs]
  return [...state, steps && JSON.stringify(steps)]
}

type Row = Record<string, unknown>

function toRecord(row: Row): TaskRecord {
  return {
    id: Number(row.id),
    runKey: String(row.run_key),
    panelId: Number(row.panel_id),
    gameServerId: Number(row.game_server_id),
    kind: row.kind as NodeTaskKind,
    payload: String(row.payload),
    scheduleId: row.schedule_id as number | null,
    dueAtMs: row.due_at_ms as number | null,
    status: row.status as TaskRecord['status'],
    message: String(row.message),
    progress: row.progress as number | null,
    exitCode: row.exit_code as number | null,
    sequence: Number(row.sequence),
    beganAtMs: row.began_at_ms as number | null,
    steps: row.steps === null ? null : (JSON.parse(row.steps as string) as StepRun),
  }
}
