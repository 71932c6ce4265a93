// Schedules on a real node without any panel: real games, a clock that can be moved.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import type { Schedule, ScheduleRun } from '@rookery/contracts/schedule.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, openApp } from '../src/app.ts'
import { ActionSkipped, unwatchedAction } from '../src/features/game-servers/logic/action.ts'
import { performRun } from '../src/features/schedules/perform-run.ts'
import type { NodeMessage } from '../src/platform/panel-link/link-hooks.ts'
import {
  appOptions,
  endKeeper,
  gameScript,
  openTestFolder,
  plainDefinition,
  readConsole,
  shellGame,
  until,
} from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

const minuteMs = 60_000
/** A moment in the middle of a minute, so that nothing falls due by itself meanwhile. */
const noon = Date.parse('2026-11-15T11:00:30Z')

describe('schedules', () => {
  shareKeeper()
  let folder: string
  let app: App
  let clockOffsetMs: number
  let revision = 0
  /** State and reason, as the node told them. */
  let reported: string[] = []
  const nowMs = () => Date.now() + clockOffsetMs
  const setClock = (ms: number) => {
    clockOffsetMs = ms - Date.now()
  }
  /** What the node told about the tasks of the panel. */
  let updates: TaskUpdate[] = []
  const noteState = (message: NodeMessage) => {
    if (message.$case === 'taskUpdate') updates.push(message.value)
    if (message.$case === 'gameServerState')
      reported.push(`${message.value.state} ${message.value.reason}`.trim())
  }
  const open = async () => {
    app = await openApp({ ...appOptions(folder, noteState), nowMs })
  }

  beforeEach(async () => {
    folder = openTestFolder()
    revision = 0
    reported = []
    updates = []
    setClock(noon)
    await open()
  })
  afterEach(async () => {
    await app.close()
    await endKeeper(folder)
    for (const path of [folder, `${folder}-shared`]) rmSync(path, { recursive: true, force: true })
  })

  let lastTaskId = 0
  async function run(kind: string): Promise<void> {
    lastTaskId += 1
    app.tasks.run({ taskId: lastTaskId, gameServerId: 1, kind, payload: '' })
    await until(() => app.tasks.open(1).length === 0, `${kind} ends`)
  }
  const ask = (taskId: number, kind: string) => app.tasks.run({ taskId, gameServerId: 1, kind, payload: '' })
  const updatesOf = (taskId: number) => updates.filter(update => update.taskId === taskId)
  const hasEnded = (taskId: number) =>
    until(() => updatesOf(taskId).at(-1)?.status === 'success', `task ${taskId} ends`)
  async function put(definition: GameServerDefinition): Promise<void> {
    revision += 1
    const value = { gameServerId: 1, revision, definition: JSON.stringify(definition) }
    await app.hooks.received({ $case: 'putGameServer', value })
  }
  /** A game server that is installed, and runs if asked to, with these schedules. */
  async function gameServer(
    schedules: Schedule[],
    change: Partial<GameServerDefinition> = {},
    isStarted = true,
  ): Promise<GameServerDefinition> {
    const definition = { ...plainDefinition(), ...change, schedules }
    await put(definition)
    await run('install')
    if (isStarted) await run('start')
    return definition
  }
  const schedule = (change: Partial<Schedule> = {}): Schedule => ({
    id: 7,
    action: 'command',
    command: 'say hello',
    timing: { by: 'interval', minutes: 1 },
    time_zone: 'UTC',
    enabled: true,
    only_when_empty: false,
    overlap: 'skip',
    missed: 'skip',
    begins_at_ms: noon,
    ...change,
  })
  async function runs(id = 7): Promise<ScheduleRun[]> {
    const value = { gameServerId: 1, scheduleId: id, limit: 50 }
    const { json = '[]' } = await app.hooks.answer({ $case: 'readScheduleRuns', value })
    return JSON.parse(json)
  }
  async function ended(count: number, id = 7): Promise<ScheduleRun[]> {
    let last: ScheduleRun[] = []
    await expect
      .poll(
        async () => {
          last = await runs(id)
          return last.filter(({ ended_at_ms }) => ended_at_ms !== null).length
        },
        { timeout: 30_000, interval: 50 },
      )
      .toBe(count)
    return last
  }
  const moveTo = (ms: number) => {
    setClock(ms)
    app.schedules.check()
  }
  const state = () => app.gameServers.get(1)?.record.state
  /** A game that is not ready before it is let go. */
  const heldBack = shellGame(`while [ ! -e go ]; do sleep 0.05; done; ${gameScript}`)
  const letGo = (uuid: string) => writeFileSync(join(folder, 'servers', uuid, 'go'), '')
  const holdBack = (uuid: string) => rmSync(join(folder, 'servers', uuid, 'go'))

  it('a command runs at its time by a timer, with what the game answered', async () => {
    await gameServer([schedule()])
    setClock(noon + minuteMs - 300)
    app.schedules.check()
    const [first] = await ended(1)
    expect(first).toMatchObject({ status: 'success', reason: '', due_at_ms: noon + minuteMs })
    expect(first?.began_at_ms).toBeGreaterThanOrEqual(noon + minuteMs)
    expect(first?.output).toContain('> say hello\n')
    expect(first?.output).toContain('you said: say hello')
  })

  it('several lines are typed in order, secrets in them stay hidden', async () => {
    const secret = 'hunter2hunter2'
    await gameServer([schedule({ command: `one\r\n\n${secret}\nthree` })], { secrets: [secret] })
    moveTo(noon + minuteMs)
    const [first] = await ended(1)
    expect(first?.output).toMatch(/you said: one[\s\S]*you said: \*{14}[\s\S]*you said: three/)
    expect(first?.output).not.toContain(secret)
  })

  it('a command fails in words when the game does not run', async () => {
    await gameServer([schedule()], {}, false)
    moveTo(noon + minuteMs)
    expect((await ended(1))[0]).toMatchObject({
      status: 'error',
      reason: 'the game server is not running: start it first',
    })
  })

  it('start, stop and restart do what a person would, and what a person stopped is not restarted', async () => {
    const definition = await gameServer([], {}, false)
    const at = async (action: Schedule['action'], minute: number) => {
      const timing = { by: 'cron' as const, expression: `${minute} 11 * * *` }
      await put({ ...definition, schedules: [schedule({ id: minute, action, command: '', timing })] })
      moveTo(Date.parse(`2026-11-15T11:${minute}:00Z`))
      return (await ended(1, minute))[0]
    }
    expect(await at('restart', 10)).toMatchObject({
      status: 'skipped',
      reason: 'the game server is not running, so it is not restarted',
    })
    expect(await at('start', 11)).toMatchObject({
      status: 'success',
      output: expect.stringContaining('ready'),
    })
    expect(state()).toBe('running')
    expect(await at('start', 12)).toMatchObject({ status: 'success', output: 'it runs already\n' })
    const before = app.gameServers.get(1)?.process?.pid
    expect(await at('restart', 13)).toMatchObject({ status: 'success' })
    expect(app.gameServers.get(1)?.process?.pid).not.toBe(before)
    expect(await at('stop', 14)).toMatchObject({ status: 'success' })
    expect(state()).toBe('stopped')
    const onTheWay = reported.filter(text => /^(starting|stopping)/.test(text))
    expect(onTheWay).toEqual([
      'starting a schedule asked for it',
      'stopping a schedule asked for it',
      'starting a schedule asked for it',
      'stopping a schedule asked for it',
    ])
  })

  it('an update stops a running game, updates it and starts it again; a stopped one stays stopped', async () => {
    const definition = await gameServer([schedule({ action: 'update' })])
    await put({ ...definition, ...shellGame(`echo newer; ${gameScript}`) })
    moveTo(noon + minuteMs)
    const [first] = await ended(1)
    expect(first).toMatchObject({ status: 'success' })
    expect(first?.output).toMatch(/it is stopped for the update[\s\S]*it is up to date[\s\S]*ready/)
    expect(state()).toBe('running')
    expect(readFileSync(join(folder, 'servers', definition.uuid, 'game.sh'), 'utf8')).toContain('newer')
    await run('stop')
    moveTo(noon + 2 * minuteMs)
    const [second] = await ended(2)
    expect([second?.status, second?.output]).toEqual(['success', 'writing the game\nit is up to date\n'])
    expect(state()).toBe('stopped')
  })

  it('what a run is when one still works: left out, or one that waits and no more', async () => {
    const restart = { action: 'restart', command: '' } as const
    const schedules = [schedule(restart), schedule({ ...restart, id: 8, overlap: 'queue' })]
    const { uuid } = await gameServer(schedules, heldBack, false)
    letGo(uuid)
    await run('start')
    holdBack(uuid)
    moveTo(noon + minuteMs)
    await expect.poll(async () => (await runs())[0]?.status).toBe('working')
    expect((await runs(8))[0]).toMatchObject({ status: 'waiting' })
    moveTo(noon + 2 * minuteMs)
    expect((await runs())[0]).toMatchObject({ status: 'skipped', reason: 'its last run has not ended yet' })
    expect((await runs(8))[0]).toMatchObject({ status: 'skipped', reason: 'a run of it waits already' })
    letGo(uuid)
    expect((await ended(2)).at(-1)).toMatchObject({ status: 'success' })
    const queued = (await ended(2, 8)).at(-1)
    expect(queued).toMatchObject({ status: 'success', due_at_ms: noon + minuteMs })
    const first = (await runs()).at(-1)
    expect(queued?.began_at_ms).toBeGreaterThanOrEqual(first?.ended_at_ms ?? 0)
  })

  it('a task of a person counts as being at work', async () => {
    await gameServer(
      [schedule(), schedule({ id: 8, overlap: 'queue' })],
      shellGame(`sleep 2; ${gameScript}`),
      false,
    )
    app.tasks.run({ taskId: 900, gameServerId: 1, kind: 'start', payload: '' })
    moveTo(noon + minuteMs)
    expect((await runs())[0]).toMatchObject({
      status: 'skipped',
      reason: 'a task of this game server is at work (start)',
    })
    expect((await ended(1, 8))[0]).toMatchObject({ status: 'success' })
  })

  /** An update that is at work until it is let go. */
  const heldUpdate: Pick<GameServerDefinition, 'install'> = {
    install: [
      {
        do: 'run-program',
        command: ['sh', '-c', 'touch begun; while [ ! -e go ]; do sleep 0.05; done'],
        words: 'updating',
      },
    ],
  }
  const updateBegan = (uuid: string) =>
    until(() => existsSync(join(folder, 'servers', uuid, 'begun')), 'the update is at work')

  it('a stop that a person asks for during a scheduled update waits for its end', async () => {
    const definition = await gameServer([schedule({ action: 'update', command: '' })])
    await put({ ...definition, ...heldUpdate })
    moveTo(noon + minuteMs)
    await updateBegan(definition.uuid)
    ask(900, 'stop')
    expect(updatesOf(900).at(-1)).toMatchObject({
      status: 'waiting',
      message: 'waits for a schedule (update) of this game server',
    })
    letGo(definition.uuid)
    await hasEnded(900)
    const [update] = await runs()
    expect(update).toMatchObject({ status: 'success', output: expect.stringContaining('it is up to date') })
    expect(state()).toBe('stopped')
    expect(reported.slice(-2)).toEqual([expect.stringMatching(/^stopping/), 'stopped'])
  })

  it('a scheduled stop waits for the end of an update that a person asked for', async () => {
    const definition = await gameServer(
      [schedule({ action: 'stop', command: '', overlap: 'queue' })],
      {},
      false,
    )
    await put({ ...definition, ...heldUpdate })
    ask(900, 'update')
    await updateBegan(definition.uuid)
    moveTo(noon + minuteMs)
    expect((await runs())[0]).toMatchObject({ status: 'waiting', reason: '', began_at_ms: null })
    letGo(definition.uuid)
    await hasEnded(900)
    const [stop] = await ended(1)
    expect(stop?.status).toBe('success')
    // Changes within one millisecond count ahead of the clock, one each.
    expect(stop?.began_at_ms).toBeGreaterThan((updatesOf(900).at(-1)?.sequence ?? 0) - 10)
  })

  it('what waits is dropped when a person kills the game, or when its schedule is switched off or deleted', async () => {
    const restart = schedule({ action: 'restart', command: '', overlap: 'queue' })
    const definition = await gameServer(
      [restart, { ...restart, id: 8 }, { ...restart, id: 9 }],
      heldBack,
      false,
    )
    const waits = async (at: number) => {
      ask(at, 'start')
      await until(() => app.gameServers.get(1)?.process != null, 'it is starting')
      moveTo(noon + at * minuteMs)
      expect((await runs())[0]).toMatchObject({ status: 'waiting' })
    }
    await waits(1)
    ask(900, 'kill')
    await hasEnded(900)
    expect((await ended(1))[0]).toMatchObject({
      status: 'skipped',
      reason: 'dropped: a kill was asked for after it',
      began_at_ms: null,
    })
    await ended(1, 8)
    await waits(2)
    await put({
      ...definition,
      schedules: [
        { ...restart, enabled: false },
        { ...restart, id: 8 },
      ],
    })
    expect(app.tasks.open(1).map(({ scheduleId }) => scheduleId)).toEqual([null, 7, 8])
    letGo(definition.uuid)
    expect((await ended(2))[0]).toMatchObject({
      status: 'skipped',
      reason: 'the schedule no longer asks for it',
    })
    expect((await ended(2, 8))[0]).toMatchObject({ status: 'success' })
    expect(await runs(9)).toEqual([])
  })

  it('only when nobody plays, and not when nobody knows', async () => {
    await gameServer([schedule({ only_when_empty: true })])
    moveTo(noon + minuteMs)
    expect((await ended(1))[0]).toMatchObject({
      status: 'skipped',
      reason: expect.stringContaining('it could not be found out whether anybody plays'),
    })
  })

  it('with a count of players it runs only when that is 0, and a game that does not run is empty', async () => {
    await gameServer([])
    const only = schedule({ only_when_empty: true })
    const notHere = () => Promise.reject(new Error('not here'))
    const said: string[] = []
    const action = { ...unwatchedAction(), say: (text: string) => void said.push(text) }
    const withPlayers = (count: number | null) =>
      performRun(1, only, action, {
        gameServers: app.gameServers,
        consoles: app.consoles,
        installer: { install: notHere, start: notHere, restart: notHere },
        takeBackup: notHere,
        countPlayers: async () => count,
        notifyPlayers: notHere,
      })
    await expect(withPlayers(1)).rejects.toThrow(new ActionSkipped('one player is there'))
    await expect(withPlayers(12)).rejects.toThrow(new ActionSkipped('12 players are there'))
    await expect(withPlayers(null)).rejects.toThrow('it could not be found out')
    expect(said).toEqual([])
    await withPlayers(0)
    expect(said[0]).toBe('> say hello')
    await run('stop')
    await expect(withPlayers(12)).rejects.toThrow('the game server is not running: start it first')
  })

  it('what the daemon slept through is left out or made up for once, over its own restart', async () => {
    const timing = { by: 'cron', expression: '0 * * * *' } as const
    await gameServer([schedule({ timing }), schedule({ id: 8, timing, missed: 'once' })])
    await app.close()
    setClock(Date.parse('2026-11-15T13:30Z'))
    await open()
    const leftOut = { status: 'skipped', due_at_ms: Date.parse('2026-11-15T12:00Z') }
    expect((await ended(1))[0]).toMatchObject({
      ...leftOut,
      reason: expect.stringContaining('2 runs were missed: the daemon was not running'),
    })
    const [madeUp] = await ended(1, 8)
    expect(madeUp).toMatchObject({ status: 'success', due_at_ms: Date.parse('2026-11-15T12:00Z') })
    expect(madeUp?.output).toMatch(/^2 runs were missed .*: it runs once now\n> say hello\n/)
    await app.close()
    await open()
    expect([(await runs()).length, (await runs(8)).length]).toEqual([1, 1])
  })

  it('a run that the daemon did not live to finish has ended, in words', async () => {
    const { uuid } = await gameServer([schedule({ action: 'restart' })], heldBack, false)
    letGo(uuid)
    await run('start')
    holdBack(uuid)
    moveTo(noon + minuteMs)
    await expect.poll(async () => (await runs())[0]?.status).toBe('working')
    await app.close()
    await open()
    expect((await runs())[0]).toMatchObject({
      status: 'error',
      reason: expect.stringMatching(
        /^the daemon was restarted while this was at work; the game (runs|does not run)$/,
      ),
      ended_at_ms: expect.any(Number),
    })
  })

  it('a restart that had not begun when the daemon went away is done by the next', async () => {
    const restart = schedule({ action: 'restart', command: '', overlap: 'queue' })
    const { uuid } = await gameServer([restart], heldBack, false)
    app.tasks.run({ taskId: 900, gameServerId: 1, kind: 'start', payload: '' })
    await until(() => app.gameServers.get(1)?.process !== null, 'it is starting')
    const before = app.gameServers.get(1)?.process?.pid
    moveTo(noon + minuteMs)
    expect((await runs())[0]).toMatchObject({ status: 'waiting' })
    await app.close()
    letGo(uuid)
    await open()
    expect((await ended(1))[0]).toMatchObject({ status: 'success', due_at_ms: noon + minuteMs })
    expect(app.gameServers.get(1)?.process?.pid).not.toBe(before)
    expect(state()).toBe('running')
  })

  it('a command that has reached the game has worked, also when the daemon goes away right after', async () => {
    await gameServer([schedule()])
    moveTo(noon + minuteMs)
    await readConsole(app, 1, 'you said: say hello')
    // Sooner than the answer is listened for.
    await expect.poll(async () => (await runs())[0]?.status, { timeout: 1_000, interval: 20 }).toBe('success')
    await app.close()
    await open()
    expect((await ended(1))[0]).toMatchObject({ status: 'success', reason: '' })
  })

  it('switched off, deleted and gone with its game server: nothing runs, nothing is kept', async () => {
    const definition = await gameServer([schedule({ enabled: false })])
    moveTo(noon + minuteMs)
    expect(await runs()).toEqual([])
    await put({ ...definition, schedules: [schedule({ enabled: true })] })
    expect(await runs()).toEqual([])
    moveTo(noon + 2 * minuteMs)
    await ended(1)
    await put({ ...definition, schedules: [] })
    expect(await runs()).toEqual([])
    await put({ ...definition, schedules: [schedule()] })
    moveTo(noon + 3 * minuteMs)
    await ended(1)
    await app.hooks.received({ $case: 'removeGameServer', value: { gameServerId: 1, deleteFiles: true } })
    await until(() => !existsSync(join(folder, 'servers', definition.uuid)), 'its files are gone')
    await put({ ...plainDefinition(), schedules: [schedule()] })
    expect(await runs()).toEqual([])
  })

  it('the last 50 runs are kept', async () => {
    await gameServer([schedule()], {}, false)
    for (let minute = 1; minute <= 55; minute++) {
      moveTo(noon + minute * minuteMs)
      await expect.poll(async () => (await runs())[0]?.status, { interval: 5 }).toBe('error')
    }
    const stored = await runs()
    expect(stored).toHaveLength(50)
    expect(stored[0]?.due_at_ms).toBe(noon + 55 * minuteMs)
  })

  it('a clock that is set back does nothing twice', async () => {
    await gameServer([schedule()], {}, false)
    moveTo(noon + minuteMs)
    await ended(1)
    moveTo(noon + minuteMs - 20_000)
    moveTo(noon + minuteMs)
    moveTo(noon + minuteMs + 5_000)
    expect(await runs()).toHaveLength(1)
  })

  it('a clock that is set back by more than ten minutes: its times come anew, and count', async () => {
    await gameServer([schedule()], {}, false)
    moveTo(noon + 30 * minuteMs)
    await ended(1)
    moveTo(noon - minuteMs)
    moveTo(noon + 30 * minuteMs)
    const both = await ended(2)
    expect(both.map(({ due_at_ms }) => due_at_ms)).toEqual([noon + 30 * minuteMs, noon + 30 * minuteMs])
  })

  it('L6 a time that is noticed again by the next daemon is still one run', async () => {
    await gameServer([schedule()], {}, false)
    moveTo(noon + minuteMs)
    await ended(1)
    await app.close()
    // As if the daemon had died after it wrote the run and before it noted the time.
    const database = new DatabaseSync(join(folder, 'daemon.sqlite'))
    const seen = database.prepare("UPDATE facts SET value = ? WHERE name = 'schedules_seen_until_ms'")
    expect(seen.run(String(noon)).changes).toBe(1)
    database.close()
    await open()
    moveTo(noon + minuteMs + 1_000)
    expect(await runs()).toMatchObject([{ due_at_ms: noon + minuteMs, status: 'error' }])
  })
})
