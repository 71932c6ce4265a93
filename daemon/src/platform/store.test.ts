// The daemon's store: private, for one daemon only, and clear about damage.

import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { plainDefinition } from '../../test/open-test-node.ts'
import { createGameServerStore, type GameServerRecord } from '../features/game-servers/game-server-store.ts'
import { createTaskStore, type TaskRecord } from '../features/tasks/task-store.ts'
import { additions, migrations } from './store/migrations.ts'
import { durably, inTransaction, openStore, StoreError } from './store.ts'

describe('the daemon’s store', () => {
  let folder: string
  let file: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rookery-store-'))
    file = join(folder, 'daemon.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is readable by its owner alone and keeps what was written', () => {
    const first = openStore(file)
    first.exec("INSERT INTO facts VALUES ('a', '1')")
    for (const name of [file, `${file}-wal`]) expect(statSync(name).mode & 0o777).toBe(0o600)
    first.close()
    const again = openStore(file)
    expect(again.prepare("SELECT value FROM facts WHERE name = 'a'").all()).toEqual([{ value: '1' }])
    again.close()
  })

  it('flushes what must not be forgotten before it goes on, and how far a task is only now and then', () => {
    const store = openStore(file)
    const settings: string[] = []
    const exec = store.exec.bind(store)
    store.exec = sql => {
      settings.push(sql)
      exec(sql)
    }
    const isFlushed = (write: () => unknown) => {
      settings.length = 0
      write()
      return settings.includes('PRAGMA synchronous = FULL')
    }
    const tasks = createTaskStore(store, error => {
      throw error
    })
    const task: TaskRecord = {
      ...{ id: 1, runKey: 'one', panelId: 1, scheduleId: null, dueAtMs: null },
      ...{ gameServerId: 1, kind: 'install', payload: '', status: 'waiting', message: '' },
      ...{ progress: null, exitCode: null, sequence: 1, beganAtMs: null, steps: null },
    }
    expect(isFlushed(() => tasks.add(task, 1))).toBe(true)
    expect(isFlushed(() => tasks.save({ ...task, status: 'working' }, 1))).toBe(true)
    expect(isFlushed(() => tasks.save({ ...task, status: 'working', progress: 0.5 }, 1))).toBe(false)
    expect(isFlushed(() => tasks.appendOutput(1, 0, Buffer.from('x')))).toBe(false)
    expect(isFlushed(() => tasks.save({ ...task, status: 'success', progress: 1 }, 1))).toBe(true)
    const gameServer: GameServerRecord = {
      ...{ id: 7, panelId: 7, revision: 1, definition: plainDefinition(), installed: true },
      ...{ state: 'stopped', reason: '', changedAtMs: 1, sequence: 1, lastExit: null, lastLines: [] },
      ...{ runningRevision: 0, wanted: 'unknown', restartAtMs: null, restartedAtMs: [], runSecrets: [] },
    }
    const gameServers = createGameServerStore(store, error => {
      throw error
    })
    expect(isFlushed(() => gameServers.addNumber(randomUUID(), 7))).toBe(true)
    expect(isFlushed(() => gameServers.save(gameServer))).toBe(true)
    store.exec(`UPDATE game_servers SET run_secrets = '{"hunter2":1}'`)
    expect(() => gameServers.all()).toThrow(
      /^game server 7 is stored in a form .*\(run_secrets of game server 7 cannot be read: all of it: (?!.*hunter2)/,
    )
    expect(isFlushed(() => gameServers.remove(7))).toBe(true)
    expect(() => durably(store, () => store.exec('NOT SQL'))).toThrow()
    expect(store.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 })
    store.close()
  })

  it('forgets what the panel has stored after a while, and keeps the last 50 runs of a schedule, however old', () => {
    const database = openStore(file)
    const store = createTaskStore(database, error => {
      throw error
    })
    const task: Omit<TaskRecord, 'id'> = {
      ...{ runKey: 'panel', panelId: 1, scheduleId: null, dueAtMs: null, gameServerId: 1, kind: 'start' },
      ...{
        payload: '',
        status: 'success',
        message: '',
        progress: null,
        exitCode: null,
        sequence: 1,
        beganAtMs: 1,
        steps: null,
      },
    }
    store.add(task, 1)
    store.acknowledge('panel')
    store.add({ ...task, runKey: 'not acknowledged', panelId: 2 }, 1)
    const owner = { gameServerId: 1, scheduleId: 7 }
    for (let at = 1; at <= 60; at++) {
      const id = store.add({ ...task, ...owner, runKey: `run ${at}`, panelId: 0, dueAtMs: at }, at)
      store.appendOutput(id, 0, Buffer.from(`said ${at}`))
    }
    store.forgetBefore(1_000_000)
    expect(store.find('panel')).toBeNull()
    expect(store.unacknowledged().map(({ runKey }) => runKey)).toEqual(['not acknowledged'])
    const runs = store.runs(owner, 100)
    expect([runs.length, runs[0]?.output, runs.at(-1)?.output]).toEqual([50, 'said 60', 'said 11'])
    expect(database.prepare('SELECT count(*) AS count FROM task_output').get()).toEqual({ count: 50 })
    store.removeRuns(owner, [runs[3]?.id ?? 0])
    expect(store.runs(owner, 100).map(({ dueAtMs }) => dueAtMs)).toEqual([57])
    database.close()
  })

  it('is refused to a second daemon while the first lives, and free after its death', async () => {
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { openStore } from ${JSON.stringify(join(import.meta.dirname, 'store.ts'))}
       openStore(process.argv[1]); console.log('held'); setInterval(() => {}, 1000)`,
      file,
    ])
    await once(holder.stdout, 'data')
    expect(() => openStore(file)).toThrow(/another daemon already runs on this data folder/)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    openStore(file).close()
  })

  it('is refused twice inside one process too', () => {
    const first = openStore(file)
    expect(() => openStore(file)).toThrow(/another daemon/)
    first.close()
    openStore(file).close()
  })

  it('names a damaged file in one sentence', () => {
    writeFileSync(file, 'this was never a database, whatever its name says'.repeat(200))
    expect(() => openStore(file)).toThrow(StoreError)
    expect(() => openStore(file)).toThrow(`${file} is damaged: move it away`)
  })

  it('notices damage in the middle of the file', () => {
    const store = openStore(file)
    const insert = store.prepare('INSERT INTO facts VALUES (?, ?)')
    for (let n = 0; n < 500; n++) insert.run(`fact ${n}`, 'x'.repeat(200))
    store.close()
    execFileSync('dd', ['if=/dev/urandom', `of=${file}`, 'bs=1024', 'seek=24', 'count=40', 'conv=notrunc'], {
      stdio: 'ignore',
    })
    expect(() => openStore(file)).toThrow(/is damaged/)
  })

  it('refuses a file of a newer daemon', () => {
    openStore(file).close()
    const raw = new DatabaseSync(file)
    raw.exec('PRAGMA user_version = 99')
    raw.close()
    expect(() => openStore(file)).toThrow(/newer daemon/)
  })

  it('opens a file that a newer daemon has only added to, and the newer one adds nothing twice', () => {
    openStore(file).close()
    const raw = new DatabaseSync(file)
    const needed = migrations.map((_, index) => index + 1).filter(version => !additions.has(version))
    expect(raw.prepare('PRAGMA user_version').get()).toEqual({ user_version: needed.at(-1) })
    raw.exec("UPDATE facts SET value = '99' WHERE name = 'store_addition'")
    raw.close()
    openStore(file).close()
  })

  it('writes a transaction whole or not at all', () => {
    const store = openStore(file)
    expect(() =>
      inTransaction(store, () => {
        store.exec("INSERT INTO facts VALUES ('a', '1')")
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(store.prepare("SELECT * FROM facts WHERE name = 'a'").all()).toEqual([])
    store.close()
  })
})
