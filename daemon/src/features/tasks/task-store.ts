// The tasks of this node in the daemon's store: known keys, how far each has come, and its output until it is known.

import type { DatabaseSync } from 'node:sqlite'
import { hasEnded, type TaskKind, type TaskStatus } from '@rookery/contracts/run-states.ts'
import { attempt, durably } from '../../platform/store.ts'

export interface TaskRecord {
  /** This node's own number of it. */
  id: number
  /** What it is known by (rule L6): never the same for two tasks. */
  runKey: string
  /** The panel's number, which a restored panel gives out again; for people and for the way back. */
  panelId: number
  gameServerId: number
  /** As the panel wrote it: an unknown kind is kept too, so that it is answered the same way again. */
  kind: TaskKind
  payload: string
  status: TaskStatus
  message: string
  progress: number | null
  exitCode: number | null
  sequence: number
  beganAtMs: number | null
  /** How many bytes it has said; left out: not asked of the store yet. */
  outputEnd?: number
}

export interface TaskStore {
  find(runKey: string): TaskRecord | null
  /** Waiting and working ones, in the order in which they were asked for. */
  open(): TaskRecord[]
  /** Those whose end the panel has not stored yet. */
  unacknowledged(): TaskRecord[]
  /** Gives its id. */
  add(task: Omit<TaskRecord, 'id'>, nowMs: number): number
  save(task: TaskRecord, nowMs: number): void
  /** The key stays known for a while, so that a repeated order is not carried out again. */
  acknowledge(runKey: string): void
  forgetBefore(limitMs: number): void
  appendOutput(id: number, seq: number, chunk: Uint8Array): void
  output(id: number): { seq: number; chunk: Buffer }[]
  outputEnd(id: number): number
}

const columns =
  'run_key, panel_id, game_server_id, kind, payload, status, message, progress, exit_code, sequence, began_at_ms, changed_at_ms'

/** Only `add` throws: a task whose key cannot be remembered must not be run. */
export function createTaskStore(database: DatabaseSync, report: (error: unknown) => void): TaskStore {
  const sql = prepareStatements(database)
  return {
    find: runKey => {
      const row = sql.find.get(runKey)
      return row ? toRecord(row) : null
    },
    open: () => sql.open.all().map(toRecord),
    unacknowledged: () => sql.unacknowledged.all().map(toRecord),
    add(task, nowMs) {
      const { runKey, panelId, gameServerId, kind, payload } = task
      const added = durably(database, () =>
        sql.add.run(runKey, panelId, gameServerId, kind, payload, ...changing(task, nowMs)),
      )
      return Number(added.lastInsertRowid)
    },
    save(task, nowMs) {
      const save = () => sql.save.run(...changing(task, nowMs), task.id)
      // How far it is may be forgotten; that it has begun or ended may not.
      attempt(
        () => (task.progress === null || hasEnded(task.status) ? durably(database, save) : save()),
        report,
      )
    },
    acknowledge(runKey) {
      attempt(() => sql.acknowledge.run(runKey), report)
      attempt(() => sql.dropOutput.run(runKey), report)
    },
    forgetBefore: limitMs => attempt(() => sql.forget.run(limitMs), report),
    appendOutput: (id, seq, chunk) => attempt(() => sql.append.run(id, seq, chunk), report),
    output: id =>
      sql.output.all(id).map(row => ({ seq: Number(row.seq), chunk: Buffer.from(row.chunk as Uint8Array) })),
    outputEnd: id => Number(sql.outputEnd.get(id)?.end ?? 0),
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    find: database.prepare(`SELECT id, ${columns} FROM tasks WHERE run_key = ?`),
    open: database.prepare(
      `SELECT id, ${columns} FROM tasks WHERE acknowledged = 0 AND status IN ('waiting', 'working') ORDER BY place`,
    ),
    unacknowledged: database.prepare(
      `SELECT id, ${columns} FROM tasks WHERE acknowledged = 0 ORDER BY place`,
    ),
    add: database.prepare(
      `INSERT INTO tasks (${columns}, place)
       VALUES (${columns.replaceAll(/\w+/g, '?')}, (SELECT coalesce(max(place), 0) + 1 FROM tasks))`,
    ),
    save: database.prepare(
      `UPDATE tasks SET status = ?, message = ?, progress = ?, exit_code = ?, sequence = ?, began_at_ms = ?,
       changed_at_ms = ? WHERE id = ?`,
    ),
    acknowledge: database.prepare(
      "UPDATE tasks SET acknowledged = 1 WHERE run_key = ? AND status NOT IN ('waiting', 'working')",
    ),
    dropOutput: database.prepare(
      'DELETE FROM task_output WHERE task_id IN (SELECT id FROM tasks WHERE run_key = ? AND acknowledged = 1)',
    ),
    forget: database.prepare('DELETE FROM tasks WHERE acknowledged = 1 AND changed_at_ms < ?'),
    append: database.prepare('INSERT INTO task_output (task_id, seq, chunk) VALUES (?, ?, ?)'),
    output: database.prepare('SELECT seq, chunk FROM task_output WHERE task_id = ? ORDER BY seq'),
    outputEnd: database.prepare(
      'SELECT seq + length(chunk) AS end FROM task_output WHERE task_id = ? ORDER BY seq DESC LIMIT 1',
    ),
  }
}

/** In the order of the columns that change during a task's life. */
function changing(task: Omit<TaskRecord, 'id'>, nowMs: number): (string | number | null)[] {
  const { status, message, progress, exitCode, sequence, beganAtMs } = task
  return [status, message, progress, exitCode, sequence, beganAtMs, nowMs]
}

type Row = Record<string, unknown>

function toRecord(row: Row): TaskRecord {
  return {
    id: Number(row.id),
    runKey: String(row.run_key),
    panelId: Number(row.panel_id),
    gameServerId: Number(row.game_server_id),
    kind: row.kind as TaskKind,
    payload: String(row.payload),
    status: row.status as TaskStatus,
    message: String(row.message),
    progress: row.progress as number | null,
    exitCode: row.exit_code as number | null,
    sequence: Number(row.sequence),
    beganAtMs: row.began_at_ms as number | null,
  }
}
