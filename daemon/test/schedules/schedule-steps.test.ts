// Schedules with several steps on a real node without any panel: real games, a clock and timers that the test moves.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { ScheduleRun, ScheduleStep, StepSchedule } from '@rookery/contracts/schedule.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shippedKeeper } from '../../../test-services/start-program.ts'
import type { AppOptions } from '../../src/app.ts'
import { gameUserIdBase, openTestFolder, openTestNode, type TestNode, until } from '../open-test-node.ts'
import { shareKeeper } from '../share-keeper.ts'
import { countedUpdate, heardGame, nightly, stepSchedule, talkative } from './step-fixtures.ts'

const minuteMs = 60_000
/** Just after a whole minute: no interval is due unless a test lets time pass. */
const beganMs = Date.parse('2026-01-15T12:00:01Z')

describe('schedules with steps', () => {
  shareKeeper()
  let node: TestNode
  /** How far the clock of the node has come: a millisecond each time it is read, and what a test lets pass. */
  let aheadMs = 0
  let timers: (() => void)[] = []
  let revision = 0
  let definition: GameServerDefinition
  const pass = (ms: number) => {
    aheadMs += ms
    for (const callback of timers.splice(0)) callback()
  }
  const open = (folder = openTestFolder(), more: Partial<Pick<AppOptions, 'keeper'>> = {}) =>
    openTestNode(
      folder,
      {},
      {
        nowMs: () => {
          aheadMs += 1
          return beganMs + aheadMs
        },
        setTimer(callback) {
          timers = [callback]
          return () => {
            timers = timers.filter(other => other !== callback)
          }
        },
        ...more,
      },
    )
  beforeEach(() => {
    aheadMs = 0
    timers = []
    revision = 0
  })
  afterEach(() => node.end())

  function put(schedules: StepSchedule[], change: Partial<GameServerDefinition> = {}): void {
    revision += 1
    const base = { ...(definition ?? {}), ...heardGame, ...talkative, ...change, step_schedules: schedules }
    definition = node.put(1, base, revision)
    node.app.schedules.check()
  }
  async function openRunning(steps: ScheduleStep[], change: Partial<StepSchedule> = {}): Promise<void> {
    node = await open()
    definition = undefined as unknown as GameServerDefinition
    put([stepSchedule(steps, change)])
    await node.run(1, 'install')
    await node.run(1, 'start')
  }
  const runNow = async () => {
    const value = { gameServerId: 1, scheduleId: 7 }
    const { json = '' } = await node.app.hooks.answer({ $case: 'runSchedule', value })
    return JSON.parse(json) as ScheduleRun
  }
  const last = (at = 0) => node.app.schedules.lastRuns(1, 7, 50)[at] as ScheduleRun
  const statuses = (run = last()) => run.steps?.map(({ status }) => status)
  const reached = (...wanted: string[]) =>
    until(() => JSON.stringify(statuses()) === JSON.stringify(wanted), `the steps are ${wanted.join(', ')}`)
  const ended = async () => {
    await until(() => last().ended_at_ms !== null, 'the run ends')
    return last()
  }
  const processOf = () => node.app.gameServers.get(1)?.process?.streamId
  const heard = () => readFileSync(join(node.folder, 'servers', definition.uuid, 'heard'), 'utf8').split('\n')

  it('L22 warns, warns again and restarts, each at its time; nothing else waits meanwhile', async () => {
    await openRunning(nightly)
    const before = processOf()
    const { id, status, due_at_ms } = await runNow()
    expect(['waiting', 'working']).toContain(status)
    await reached('success', 'waiting', 'waiting')
    expect(last()).toMatchObject({ id, status: 'working', ended_at_ms: null })
    const times = last().steps?.map(step => Math.round(((step.due_at_ms ?? 0) - due_at_ms) / 1_000))
    expect(times?.slice(1).map(time => time - (times[0] ?? 0))).toEqual([240, 300])
    expect(node.app.tasks.open(1)).toEqual([])
    expect(await node.run(1, 'pause')).toMatchObject({ status: 'success' })
    expect(await node.run(1, 'resume')).toMatchObject({ status: 'success' })
    pass(4 * minuteMs)
    await reached('success', 'success', 'waiting')
    expect(processOf()).toBe(before)
    pass(minuteMs)
    expect(await ended()).toMatchObject({ status: 'success', reason: '' })
    expect(processOf()).not.toBe(before)
    expect(heard().slice(0, 2)).toEqual(['say in five minutes', 'say in a minute'])
    expect(last().output).toMatch(/step 1 of 3: message\nmessage sent: in five minutes\nstep 2 of 3/)
  })

  it('conditions leave a step out, and a failure ends the run unless the step says otherwise', async () => {
    const offset_seconds = 0
    await openRunning([
      { action: 'command', command: 'one', offset_seconds, only_when: 'stopped', continue_on_failure: false },
      {
        action: 'message',
        message: 'x',
        offset_seconds,
        only_when: 'no_players',
        continue_on_failure: false,
      },
      { action: 'stop', offset_seconds, only_when: 'running', continue_on_failure: false },
      { action: 'message', message: 'nobody', offset_seconds, continue_on_failure: false },
      { action: 'command', command: 'two', offset_seconds, continue_on_failure: true },
      { action: 'start', offset_seconds, continue_on_failure: false },
    ])
    await runNow()
    expect(await ended()).toMatchObject({
      status: 'error',
      reason: 'step 5 (command) failed: the game server is not running: start it first; the run went on',
      steps: [
        { status: 'skipped', reason: 'the game is running' },
        { status: 'skipped', reason: 'how many players are online could not be found out' },
        { status: 'success' },
        { status: 'skipped', reason: 'the game is not running, so nobody was told' },
        { status: 'error', reason: 'the game server is not running: start it first' },
        { status: 'success' },
      ],
    })
    expect(node.state(1)).toBe('running')
    put([
      stepSchedule([
        { action: 'message', message: 'x\ny', offset_seconds, continue_on_failure: false },
        { action: 'stop', offset_seconds, continue_on_failure: false },
      ]),
    ])
    await runNow()
    expect(await ended()).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('step 1 (message) failed: the players could not be told'),
    })
    expect(statuses()).toEqual(['error', 'skipped'])
    expect(node.state(1)).toBe('running')
  })

  it('is canceled, replaced by what a person asks for, and ended by a change of its schedule', async () => {
    await openRunning(nightly)
    const cancel = (runId: number) =>
      node.app.hooks.answer({
        $case: 'cancelScheduleRun',
        value: { gameServerId: 1, scheduleId: 7, runId },
      })
    const waiting = async () => {
      const { id } = await runNow()
      await reached('success', 'waiting', 'waiting')
      await expect(runNow()).rejects.toThrow('its last run has not ended yet')
      return id
    }
    const first = await waiting()
    await cancel(first)
    expect(last()).toMatchObject({ status: 'skipped', reason: 'canceled', ended_by: 'canceled' })
    expect(statuses()).toEqual(['success', 'skipped', 'skipped'])
    await expect(cancel(first)).rejects.toThrow('this run has ended already')

    await waiting()
    const stop = node.ask(1, 'stop')
    await node.ended(stop)
    const replaced = { status: 'skipped', reason: `replaced by task ${stop} (stop)`, ended_by: 'replaced' }
    expect(last()).toMatchObject(replaced)
    pass(10 * minuteMs)
    expect(node.state(1)).toBe('stopped')
    await node.run(1, 'start')

    await waiting()
    const renamed = { overlap: 'queue', missed: 'once' } as const
    put([stepSchedule(nightly, renamed)])
    expect(last()).toMatchObject({ status: 'working' })
    put([stepSchedule(nightly.slice(0, 2))])
    const changed = {
      status: 'skipped',
      reason: 'the steps of the schedule were changed',
      ended_by: 'changed',
    }
    expect(last()).toMatchObject(changed)
    put([stepSchedule(nightly)])
    await waiting()
    put([stepSchedule(nightly, { enabled: false })])
    expect(last()).toMatchObject({ reason: 'the schedule was switched off' })
    await expect(runNow()).rejects.toThrow('the schedule is switched off')
    put([stepSchedule(nightly)])
    await waiting()
    put([])
    expect(node.app.schedules.lastRuns(1, 7, 50)).toEqual([])
    pass(10 * minuteMs)
    expect(node.app.tasks.open(1)).toEqual([])
  })

  it('a run that outlasts its own interval: the next is left out, and that is recorded', async () => {
    await openRunning(nightly, { timing: { by: 'interval', minutes: 1 }, overlap: 'queue' })
    await runNow()
    await reached('success', 'waiting', 'waiting')
    aheadMs += minuteMs
    node.app.schedules.check()
    expect(last()).toMatchObject({ status: 'skipped', reason: 'its last run has not ended yet' })
    expect(last(1)).toMatchObject({ status: 'working', ended_at_ms: null })
  })

  it('goes on after a restart of the daemon with the same distances, and is given up when it comes back too late', async () => {
    await openRunning(nightly)
    await runNow()
    await reached('success', 'waiting', 'waiting')
    await node.close()
    aheadMs += 6 * minuteMs
    await node.open()
    await reached('success', 'success', 'waiting')
    const [, second, third] = last().steps ?? []
    expect((third?.due_at_ms ?? 0) - (second?.due_at_ms ?? 0)).toBe(minuteMs)
    await node.close()
    aheadMs += 12 * minuteMs
    await node.open()
    expect(await ended()).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('its time passed more than ten minutes ago'),
    })
    expect(heard().filter(line => line.startsWith('say'))).toEqual(['say in five minutes', 'say in a minute'])
  })

  it('a step at work when the daemon is killed is not done again, and the run goes on as it says', async () => {
    const folder = openTestFolder()
    const program = join(import.meta.dirname, 'doomed-steps-daemon.ts')
    const child = spawn(process.execPath, [program, folder, JSON.stringify({ gameUserIdBase })], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    node = await open(folder, { keeper: shippedKeeper })
    expect(statuses()).toEqual(['success', 'error', 'waiting'])
    expect(last().steps?.[1]?.reason).toMatch(/^the daemon was restarted while this was at work/)
    pass(minuteMs)
    expect(await ended()).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('the run went on'),
    })
    expect(last().steps?.[2]).toMatchObject({
      status: 'skipped',
      reason: 'the game is not running, so nobody was told',
    })
    const uuid = node.app.gameServers.get(1)?.record.definition.uuid ?? ''
    const lines = (name: string) =>
      readFileSync(join(folder, 'servers', uuid, name), 'utf8')
        .trim()
        .split('\n')
    expect(lines('heard').filter(line => line === 'one')).toEqual(['one'])
    expect(lines(countedUpdate.file)).toEqual(['x'])
  })
})
