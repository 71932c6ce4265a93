// Runs of schedules over the death of a daemon: killed in the middle of them, updated, and set back to the version before.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ScheduleRun } from '@rookery/contracts/schedule.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { migrations } from '../../src/platform/store/migrations.ts'
import { openStore } from '../../src/platform/store.ts'
import { appOptions, endKeeper, gameUserIdBase, openTestFolder } from '../open-test-node.ts'
import { dueMs, noon, uuidOf } from './killed-runs.ts'

const minuteMs = 60_000
let folder: string
let file: string
beforeEach(() => {
  folder = openTestFolder()
  file = join(folder, 'daemon.sqlite')
})
afterEach(async () => {
  await endKeeper(folder)
  for (const path of [folder, `${folder}-shared`]) rmSync(path, { recursive: true, force: true })
})

/** The next daemon, half a minute after the runs fell due. */
async function openNext(afterDueMs = 30_000): Promise<App> {
  const clockOffsetMs = dueMs + afterDueMs - Date.now()
  return openApp({ ...appOptions(folder, () => {}), nowMs: () => Date.now() + clockOffsetMs })
}
async function runsOf(app: App, gameServerId: number, scheduleId: number): Promise<ScheduleRun[]> {
  const value = { gameServerId, scheduleId, limit: 50 }
  const { json = '[]' } = await app.hooks.answer({ $case: 'readScheduleRuns', value })
  return JSON.parse(json)
}
async function endedRun(
  app: App,
  gameServerId: number,
  scheduleId: number,
): Promise<ScheduleRun | undefined> {
  await expect
    .poll(async () => (await runsOf(app, gameServerId, scheduleId))[0]?.ended_at_ms, { timeout: 120_000 })
    .toEqual(expect.any(Number))
  return (await runsOf(app, gameServerId, scheduleId))[0]
}

/** The same for every daemon that comes after, whichever version was killed. */
async function expectKeptAndSettled(app: App): Promise<void> {
  const busy = {
    status: 'skipped',
    reason: 'a task of this game server is at work (start)',
    began_at_ms: null,
  }
  const history = await runsOf(app, 1, 7)
  expect(history.slice(-4)).toMatchObject([
    { ...busy, due_at_ms: noon + 4 * minuteMs, output: '' },
    { ...busy, due_at_ms: noon + 3 * minuteMs, output: '' },
    {
      due_at_ms: noon + 2 * minuteMs,
      status: 'error',
      reason: 'the game server is not running: start it first',
      output: '> say hello\n',
    },
    {
      due_at_ms: noon + minuteMs,
      status: 'success',
      reason: '',
      output: expect.stringMatching(/^> say hello\n[\s\S]*you said: say hello\n$/),
    },
  ])
  for (const run of history.slice(-4)) {
    expect(run.ended_at_ms).toBeGreaterThanOrEqual(run.due_at_ms)
    expect(run.ended_at_ms).toBeLessThan(dueMs + 30_000)
  }
  expect(await runsOf(app, 2, 9)).toMatchObject([
    {
      due_at_ms: dueMs,
      status: 'success',
      reason: '',
      ended_at_ms: expect.any(Number),
      output: '> say hello\n',
    },
  ])
  expect(await runsOf(app, 3, 10)).toMatchObject([
    {
      due_at_ms: dueMs,
      status: 'error',
      reason: 'the daemon was restarted while this was at work; the game does not run',
      ended_at_ms: expect.any(Number),
    },
  ])
  const told = (await app.hooks.describe()).tasks
  expect(told.map(({ taskId }) => taskId)).toEqual([1, 2, 3, 4, 5, 6, 7])
}

describe('runs of a daemon that is killed', () => {
  it('T-095 end with the truth, and the one that had not begun is done by the next', async () => {
    const program = join(import.meta.dirname, 'doomed-daemon.ts')
    const child = spawn(process.execPath, [program, folder, JSON.stringify({ gameUserIdBase })], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    writeFileSync(join(folder, 'servers', uuidOf(1), 'go'), '')
    const app = await openNext()
    try {
      const restart = await endedRun(app, 1, 8)
      expect(restart).toMatchObject({ due_at_ms: dueMs, status: 'success', reason: '' })
      expect(restart?.began_at_ms).toBeGreaterThanOrEqual(dueMs + 30_000)
      expect(restart?.output).toMatch(/stopped[\s\S]*ready/)
      await expectKeptAndSettled(app)
      expect(await runsOf(app, 1, 8)).toHaveLength(1)
    } finally {
      await app.close()
    }
  })
})

describe('a daemon that is updated from version 6 of its store, and set back', () => {
  const oldRuns = (database: DatabaseSync) =>
    database.prepare('SELECT * FROM schedule_runs ORDER BY id').all()
  function writeOldStore(): unknown[] {
    const database = new DatabaseSync(file)
    for (const migration of migrations.slice(0, 6)) database.exec(migration)
    database.exec('PRAGMA user_version = 6')
    database.exec(readFileSync(join(import.meta.dirname, 'runs-of-version-6.sql'), 'utf8'))
    const runs = oldRuns(database)
    database.close()
    return runs
  }

  it('keeps the history, and takes up the runs that had not ended', async () => {
    writeOldStore()
    for (const id of [1, 2, 3]) mkdirSync(join(folder, 'servers', uuidOf(id)), { recursive: true })
    const app = await openNext()
    try {
      const restart = await endedRun(app, 1, 8)
      expect(restart).toMatchObject({ due_at_ms: dueMs, began_at_ms: expect.any(Number) })
      await expectKeptAndSettled(app)
    } finally {
      await app.close()
    }
  })

  it('finds its table as it was, and none of the new runs among the tasks of the panel', () => {
    const before = writeOldStore()
    openStore(file).close()
    const database = new DatabaseSync(file)
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 6 })
    expect(oldRuns(database)).toEqual(before)
    // As version 6 asks.
    const open =
      "SELECT run_key FROM tasks WHERE acknowledged = 0 AND status IN ('waiting', 'working') ORDER BY place"
    expect(database.prepare(open).all()).toEqual([{ run_key: 'id:4' }])
    const unacknowledged = database
      .prepare('SELECT run_key FROM tasks WHERE acknowledged = 0 ORDER BY place')
      .all()
    expect(unacknowledged.map(({ run_key }) => run_key)).toEqual([1, 2, 3, 4, 5, 6, 7].map(id => `id:${id}`))
    // It goes on with its own table, and what it wrote comes along with the next update, also two runs of one time.
    const add = database.prepare(
      `INSERT INTO schedule_runs (game_server_uuid, schedule_id, due_at_ms, began_at_ms, ended_at_ms, status, reason,
       output) VALUES ('${uuidOf(1)}', 7, 1, 2, 3, 'success', '', 'once more')`,
    )
    for (let run = 1; run <= 2; run++) add.run()
    database.close()
    for (let start = 1; start <= 2; start++) {
      const store = openStore(file)
      const runs = store.prepare('SELECT count(*) AS count FROM tasks WHERE schedule_id IS NOT NULL').get()
      expect(runs).toEqual({ count: before.length + 2 })
      store.close()
    }
  })
})
