// Copies runs of schedules from the table in which daemons of version 6 of the store keep them; that table stays as it is.

import type { DatabaseSync } from 'node:sqlite'

/** Up to which id it is done: a daemon that is set back goes on with its table, and what it wrote follows later. */
const takenFact = 'schedule_runs_taken_until'

/** What is run stands in the definition; runs of schedules that are gone are left behind, as they would be deleted. */
const copyRuns = `
  INSERT OR IGNORE INTO tasks (id, place, run_key, panel_id, game_server_id, kind, payload, schedule_id, due_at_ms,
    status, message, sequence, began_at_ms, changed_at_ms, acknowledged)
  SELECT :lastTask + run.id, :lastPlace + run.id,
    'schedule:' || uuid || ':' || schedule_id || ':' || due_at_ms || iif(EXISTS (
      SELECT 1 FROM schedule_runs AS newer WHERE newer.game_server_uuid = uuid AND newer.id > run.id
      AND newer.schedule_id = run.schedule_id AND newer.due_at_ms = run.due_at_ms), ':old-' || run.id, ''),
    0, number, json_extract(schedule.value, '$.action'), '', schedule_id, due_at_ms,
    status, run.reason, 0, began_at_ms, coalesce(ended_at_ms, began_at_ms, due_at_ms), 1
  FROM schedule_runs AS run
  JOIN game_server_numbers ON uuid = game_server_uuid
  JOIN game_servers ON game_servers.id = number
  JOIN json_each(definition, '$.schedules') AS schedule ON json_extract(schedule.value, '$.id') = schedule_id
  WHERE run.id > :taken`
const copyOutput = `
  INSERT INTO task_output (task_id, seq, chunk)
  SELECT tasks.id, 0, CAST(output AS BLOB) FROM schedule_runs AS run JOIN tasks ON tasks.id = :lastTask + run.id
  WHERE run.id > :taken AND output <> ''`

export function takeOverScheduleRuns(database: DatabaseSync): void {
  const taken = database
    .prepare('SELECT CAST(value AS INTEGER) AS id FROM facts WHERE name = ?')
    .get(takenFact)
  const newest = database.prepare('SELECT max(id) AS id FROM schedule_runs').get()
  const range = { taken: Number(taken?.id ?? 0), newest: Number(newest?.id ?? 0) }
  if (range.newest <= range.taken) return
  const last = database
    .prepare('SELECT coalesce(max(id), 0) AS id, coalesce(max(place), 0) AS place FROM tasks')
    .get()
  const ids = { lastTask: Number(last?.id), taken: range.taken }
  database.prepare(copyRuns).run({ ...ids, lastPlace: Number(last?.place) })
  database.prepare(copyOutput).run(ids)
  database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)').run(takenFact, String(range.newest))
}
