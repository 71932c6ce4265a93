// A disk that is full: the daemon tells what it cannot write, runs no task that it could not remember, and goes on.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGameServerStore } from '../src/features/game-servers/game-server-store.ts'
import { StateMachine } from '../src/features/game-servers/lifecycle/state-machine.ts'
import { TaskJournal } from '../src/features/tasks/task-journal.ts'
import { createTaskStore } from '../src/features/tasks/task-store.ts'
import type { NodeMessage } from '../src/platform/panel-link/link-hooks.ts'
import { openStore } from '../src/platform/store.ts'
import { openTestFolder, plainDefinition } from './open-test-node.ts'

describe('a full disk', () => {
  let folder: string
  let database: DatabaseSync
  const troubles: unknown[] = []
  beforeEach(() => {
    folder = openTestFolder()
    database = openStore(join(folder, 'daemon.sqlite'))
    troubles.length = 0
  })
  afterEach(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })

  /** SQLite's own way to have no more room: every write that needs a new page fails as on a full disk. */
  function fillUp(): void {
    database.exec("INSERT INTO facts VALUES ('padding', hex(zeroblob(40000)))")
    const pages = database.prepare('PRAGMA page_count').get()?.page_count
    database.exec(`PRAGMA max_page_count = ${Number(pages)}`)
  }
  const makeRoom = () => database.exec('PRAGMA max_page_count = 100000')

  it('T-102 is reported, and the state is told all the same and written at the next change', () => {
    const store = createGameServerStore(database, error => troubles.push(error))
    const definition = { ...plainDefinition(), name: 'x'.repeat(20_000) }
    const reported: string[] = []
    const record = {
      id: 1,
      revision: 1,
      definition,
      installed: true,
      state: 'stopped' as const,
      reason: '',
      changedAtMs: 1,
      sequence: 1,
      lastExit: null,
      runSecrets: [],
      wanted: 'unknown' as const,
      restartAtMs: null,
      restartedAtMs: [],
      lastLines: [],
      runningRevision: 0,
      panelId: 1,
    }
    const machine = new StateMachine(
      record,
      store,
      () => 5,
      ({ state }) => reported.push(state),
    )
    fillUp()
    machine.move('start_asked')
    expect([machine.state, reported, troubles.length]).toEqual(['starting', ['starting'], 1])
    makeRoom()
    machine.move('ready')
    expect(store.all()).toMatchObject([{ id: 1, state: 'running', sequence: 6 }])
  })

  it('T-102 refuses a task whose id cannot be remembered, with a reason', () => {
    const sent: NodeMessage[] = []
    const store = createTaskStore(database, error => troubles.push(error))
    const journal = new TaskJournal({
      store,
      nowMs: () => 5,
      send: message => sent.push(message),
      mask: (_, text) => text,
    })
    const order = {
      runKey: 'seven',
      panelId: 7,
      gameServerId: 1,
      kind: 'start' as const,
      payload: 'x'.repeat(20_000),
      scheduleId: null,
      dueAtMs: null,
      status: 'waiting' as const,
      message: '',
      progress: null,
      exitCode: null,
      beganAtMs: null,
      steps: null,
    }
    fillUp()
    expect(journal.open(order)).toMatchObject({ status: 'error' })
    expect(sent).toMatchObject([
      { value: { taskId: 7, status: 'error', message: expect.stringContaining('full') } },
    ])
    expect(store.find('seven')).toBeNull()
  })
})
