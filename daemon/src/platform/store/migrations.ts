// The tables of the daemon's store, one entry per version; entries are only ever added.

export const migrations: readonly string[] = [
  `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE game_servers (
    id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    definition TEXT NOT NULL,
    installed INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    changed_at_ms INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    exit_code INTEGER,
    exit_signal TEXT,
    run_secrets TEXT NOT NULL DEFAULT '[]'
  ) STRICT;

  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,
    game_server_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL DEFAULT '',
    progress REAL,
    exit_code INTEGER,
    sequence INTEGER NOT NULL,
    began_at_ms INTEGER,
    changed_at_ms INTEGER NOT NULL,
    acknowledged INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX tasks_open ON tasks (acknowledged, place);

  CREATE TABLE task_output (
    task_id INTEGER NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    chunk BLOB NOT NULL,
    PRIMARY KEY (task_id, seq)
  ) STRICT;
  `,
  `
  ALTER TABLE game_servers ADD COLUMN exit_out_of_memory INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE game_servers ADD COLUMN wanted TEXT NOT NULL DEFAULT 'unknown';
  ALTER TABLE game_servers ADD COLUMN restart_at_ms INTEGER;
  ALTER TABLE game_servers ADD COLUMN restarted_at_ms TEXT NOT NULL DEFAULT '[]';
  UPDATE game_servers SET wanted = 'running' WHERE state IN ('starting', 'running', 'paused');
  `,
  `
  CREATE TABLE schedule_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game_server_uuid TEXT NOT NULL,
    schedule_id INTEGER NOT NULL,
    due_at_ms INTEGER NOT NULL,
    began_at_ms INTEGER,
    ended_at_ms INTEGER,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    output TEXT NOT NULL
  ) STRICT;
  CREATE INDEX schedule_runs_of ON schedule_runs (game_server_uuid, schedule_id, id);
  `,
  `
  ALTER TABLE game_servers ADD COLUMN last_lines TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE game_servers ADD COLUMN running_revision INTEGER NOT NULL DEFAULT 0;
  `,
  // The id of a row is this node's own from here on: what the panel numbers is beside it, and repeats.
  `
  ALTER TABLE tasks ADD COLUMN run_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE tasks ADD COLUMN panel_id INTEGER NOT NULL DEFAULT 0;
  UPDATE tasks SET run_key = 'id:' || id, panel_id = id;
  CREATE UNIQUE INDEX tasks_run_key ON tasks (run_key);

  CREATE TABLE game_server_numbers (uuid TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE) STRICT;
  INSERT INTO game_server_numbers (uuid, number) SELECT json_extract(definition, '$.uuid'), id FROM game_servers;
  ALTER TABLE game_servers ADD COLUMN panel_id INTEGER;
  UPDATE game_servers SET panel_id = id;
  `,
  // Game servers of which only the files were kept.
  `
  CREATE TABLE retained_game_servers (
    uuid TEXT PRIMARY KEY,
    definition TEXT NOT NULL,
    installed INTEGER NOT NULL,
    removed_at_ms INTEGER NOT NULL
  ) STRICT;
  `,
  // Runs of schedules are tasks: `schedule_id` is null for what the panel asked for.
  `
  ALTER TABLE tasks ADD COLUMN schedule_id INTEGER;
  ALTER TABLE tasks ADD COLUMN due_at_ms INTEGER;
  CREATE INDEX tasks_of_schedules ON tasks (game_server_id, schedule_id, id) WHERE schedule_id IS NOT NULL;
  `,
  // How far a run of several steps is, as JSON of logic/step-run.ts.
  'ALTER TABLE tasks ADD COLUMN steps TEXT',
  // What this node knows of backups, by the uuid of the game server.
  `
  CREATE TABLE backup_repositories (
    uuid TEXT NOT NULL,
    storage_id INTEGER NOT NULL,
    report TEXT NOT NULL,
    known_sequence INTEGER NOT NULL DEFAULT 0,
    upkeep TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (uuid, storage_id)
  ) STRICT;
  CREATE TABLE prepared_games (uuid TEXT PRIMARY KEY, undo TEXT NOT NULL) STRICT;
  CREATE TABLE folder_swaps (uuid TEXT PRIMARY KEY, phase TEXT NOT NULL) STRICT;
  `,
  // Who was seen on a game server, by its uuid.
  `
  CREATE TABLE recent_players (
    uuid TEXT NOT NULL,
    name TEXT NOT NULL,
    last_seen_ms INTEGER NOT NULL,
    PRIMARY KEY (uuid, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX recent_players_by_time ON recent_players (last_seen_ms);
  `,
]

/** Versions that an older daemon need not know about: it reads and writes its own columns as before, and starts. */
export const additions: ReadonlySet<number> = new Set([7, 8, 9, 10])
