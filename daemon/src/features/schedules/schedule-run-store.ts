// The runs of schedules in the daemon's store: bounded for each schedule, and gone with their game server.

import type { DatabaseSync } from 'node:sqlite'
import type { ScheduleRun, ScheduleRunStatus } from '@rookery/contracts/schedule.ts'
import { attempt, durably } from '../../platform/store.ts'

/** Runs belong to a uuid: a number may be given to another game server one day. */
export interface RunOwner {
  uuid: string
  scheduleId: number
}

export interface ScheduleRunStore {
  /** Throws when it cannot be written down; what is more than `keptRuns` is forgotten. */
  add(owner: RunOwner, run: Omit<ScheduleRun, 'id' | 'schedule_id'>): ScheduleRun
  save(run: ScheduleRun): void
  /** Newest first. */
  last(owner: RunOwner, limit: number): ScheduleRun[]
  unfinished(): (ScheduleRun & { uuid: string })[]
  owners(): RunOwner[]
  remove(owner: RunOwner): void
  /** Up to when the clock has been looked at. */
  seenUntilMs(): number | null
  noteSeen(untilMs: number): void
}

export const retainedRuns = 50
const seenFact = 'schedules_seen_until_ms'
const columns =
  'id, game_server_uuid, schedule_id, due_at_ms, began_at_ms, ended_at_ms, status, reason, output'

export function createScheduleRunStore(
  database: DatabaseSync,
  report: (error: unknown) => void,
): ScheduleRunStore {
  const sql = prepareStatements(database)
  return {
    add({ uuid, scheduleId }, run) {
      const { lastInsertRowid } = durably(database, () => sql.add.run(uuid, scheduleId, ...changing(run)))
      attempt(() => sql.forget.run(uuid, scheduleId, uuid, scheduleId, retainedRuns), report)
      return { ...run, id: Number(lastInsertRowid), schedule_id: scheduleId }
    },
    save: run => attempt(() => durably(database, () => sql.save.run(...changing(run), run.id)), report),
    last: ({ uuid, scheduleId }, limit) => sql.last.all(uuid, scheduleId, limit).map(toRun),
    unfinished: () =>
      sql.unfinished.all().map(row => ({ ...toRun(row), uuid: String(row.game_server_uuid) })),
    owners: () =>
      sql.owners
        .all()
        .map(row => ({ uuid: String(row.game_server_uuid), scheduleId: Number(row.schedule_id) })),
    remove: ({ uuid, scheduleId }) => attempt(() => sql.remove.run(uuid, scheduleId), report),
    seenUntilMs() {
      const row = sql.readFact.get(seenFact)
      return row ? Number(row.value) : null
    },
    noteSeen: untilMs => attempt(() => sql.writeFact.run(seenFact, String(untilMs)), report),
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    add: database.prepare(
      `INSERT INTO schedule_runs (game_server_uuid, schedule_id, due_at_ms, began_at_ms, ended_at_ms, status, reason,
       output) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    save: database.prepare(
      `UPDATE schedule_runs SET due_at_ms = ?, began_at_ms = ?, ended_at_ms = ?, status = ?, reason = ?, output = ?
       WHERE id = ?`,
    ),
    forget: database.prepare(
      `DELETE FROM schedule_runs WHERE game_server_uuid = ? AND schedule_id = ? AND ended_at_ms IS NOT NULL
       AND id NOT IN (SELECT id FROM schedule_runs WHERE game_server_uuid = ? AND schedule_id = ?
                      ORDER BY id DESC LIMIT ?)`,
    ),
    last: database.prepare(
      `SELECT ${columns} FROM schedule_runs WHERE game_server_uuid = ? AND schedule_id = ? ORDER BY id DESC LIMIT ?`,
    ),
    unfinished: database.prepare(
      `SELECT ${columns} FROM schedule_runs WHERE ended_at_ms IS NULL ORDER BY id`,
    ),
    owners: database.prepare('SELECT DISTINCT game_server_uuid, schedule_id FROM schedule_runs'),
    remove: database.prepare('DELETE FROM schedule_runs WHERE game_server_uuid = ? AND schedule_id = ?'),
    readFact: database.prepare('SELECT value FROM facts WHERE name = ?'),
    writeFact: database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)'),
  }
}

function changing(run: Omit<ScheduleRun, 'id' | 'schedule_id'>): (string | number | null)[] {
  return [run.due_at_ms, run.began_at_ms, run.ended_at_ms, run.status, run.reason, run.output]
}

function toRun(row: Record<string, unknown>): ScheduleRun {
  return {
    id: Number(row.id),
    schedule_id: Number(row.schedule_id),
    due_at_ms: Number(row.due_at_ms),
    began_at_ms: row.began_at_ms as number | null,
    ended_at_ms: row.ended_at_ms as number | null,
    status: row.status as ScheduleRunStatus,
    reason: String(row.reason),
    output: String(row.output),
  }
}
