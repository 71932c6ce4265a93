// A suspended game server is stopped by its node and started by nothing, also while the panel is away.

import { join } from 'node:path'
import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { Schedule } from '@rookery/contracts/schedule.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGameServerStore } from '../src/features/game-servers/game-server-store.ts'
import { openStore } from '../src/platform/store.ts'
import { isAlive, openTestNode, shellGame, type TestNode, until } from './open-test-node.ts'

const suspended = { at: '2026-05-01T10:00:00.000Z', by: 'ann', reason: 'the invoice 12 is not paid' }
const message = reasonOf('suspended', { reason: suspended.reason })
const fail = (error: unknown): never => {
  throw error
}
const restarting = { restart: true, attempts: 50, window_ms: 60_000, delay_ms: 50 }

describe('a suspended game server', () => {
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const recordOf = (id: number) => node.app.gameServers.get(id)?.record
  const pidOf = (id: number) => node.app.consoles.current(id)?.process.pid ?? 0
  const statesOf = (id: number) =>
    node.sent.flatMap(sent =>
      sent.$case === 'gameServerState' && sent.value.gameServerId === id ? [sent.value.state] : [],
    )

  async function startGame(id: number, change: Parameters<TestNode['put']>[1] = {}) {
    const definition = node.put(id, change)
    await node.run(id, 'install')
    expect(await node.run(id, 'start')).toMatchObject({ status: 'success' })
    return definition
  }

  it('is stopped as a stop does it, and told why', async () => {
    const definition = await startGame(1)
    node.put(1, { ...definition, suspended }, 2)
    await until(() => node.state(1) === 'stopped', 'it is stopped')
    expect(await node.consoleUntil(1, 'bye')).toContain('bye')
    const stopping = node.sent.find(
      sent => sent.$case === 'gameServerState' && sent.value.state === 'stopping',
    )
    expect(stopping).toMatchObject({ value: { reason: message } })
    expect(recordOf(1)?.wanted).toBe('stopped')
  })

  it('that does not listen is killed when its time is over', async () => {
    const deaf = shellGame('trap "" INT TERM; echo ready; while true; do read -r line || sleep 0.1; done')
    const definition = await startGame(1, {
      ...deaf,
      stop: { method: { by: 'command', command: 'quit' }, grace_ms: 300 },
    })
    const pid = pidOf(1)
    node.put(1, { ...definition, suspended }, 2)
    await until(() => node.state(1) === 'stopped', 'it is stopped')
    expect(isAlive(pid)).toBe(false)
  })

  it('is started by no task until it is no longer suspended', async () => {
    const definition = await startGame(1, { update_before_start: true, update: [] })
    node.put(1, { ...definition, suspended }, 2)
    await until(() => node.state(1) === 'stopped', 'it is stopped')
    const before = statesOf(1).length
    for (const kind of ['start', 'restart'] as const) {
      expect(await node.run(1, kind), kind).toMatchObject({ status: 'error', message })
    }
    expect(statesOf(1)).toHaveLength(before)
    node.put(1, definition, 3)
    expect(node.state(1)).toBe('stopped')
    expect(await node.run(1, 'start')).toMatchObject({ status: 'success' })
  })

  it('that was being started meanwhile ends all the same', async () => {
    const definition = node.put(1, shellGame('sleep 0.3; echo ready; exec cat'))
    await node.run(1, 'install')
    const starts = [node.ask(1, 'start'), node.ask(1, 'restart'), node.ask(1, 'start')]
    node.put(1, { ...definition, suspended }, 2)
    await Promise.all(starts.map(node.ended))
    await until(() => node.state(1) === 'stopped', 'it is stopped')
    expect(await node.run(1, 'start')).toMatchObject({ status: 'error', message })
    expect(node.state(1)).toBe('stopped')
  })

  it('does not start again after a crash, neither one that waits nor one that comes', async () => {
    const patient = { ...restarting, delay_ms: 600 }
    const definition = await startGame(1, { crash_policy: patient })
    await node.type(1, 'crash')
    await until(() => node.state(1) === 'crashed', 'it has crashed')
    expect(recordOf(1)?.restartAtMs).not.toBeNull()
    node.put(1, { ...definition, suspended }, 2)
    await until(() => node.state(1) === 'stopped', 'the waiting has ended')
    expect(recordOf(1)?.restartAtMs).toBeNull()
    await new Promise(resolve => setTimeout(resolve, 900))
    expect(node.state(1)).toBe('stopped')
    // It ends by itself in the moment in which it is asked to.
    const abrupt = shellGame('echo ready; read -r line; exit 9')
    const second = await startGame(2, { ...abrupt, crash_policy: restarting })
    node.put(2, { ...second, suspended }, 2)
    await until(() => ['stopped', 'crashed'].includes(node.state(2) ?? ''), 'it has ended')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(statesOf(2).filter(state => state === 'starting')).toHaveLength(1)
  })

  it('stays so over a restart of the daemon, which also ends what still runs of it', async () => {
    const definition = await startGame(1, { autostart: true, crash_policy: restarting })
    const pid = pidOf(1)
    // The daemon dies between the definition and the stop.
    const stop = node.app.gameServers.get(1)
    if (!stop) throw new Error('no game server')
    stop.stop = () => new Promise(() => {})
    node.put(1, { ...definition, suspended }, 2)
    await node.close()
    expect(isAlive(pid)).toBe(true)
    await node.open()
    await until(() => node.state(1) === 'stopped', 'it is stopped')
    expect(isAlive(pid)).toBe(false)
    expect(await node.run(1, 'start')).toMatchObject({ status: 'error', message })
  })

  it('is not started after a reboot of the machine', async () => {
    const definition = node.put(1, { autostart: true })
    node.put(2, { autostart: true })
    for (const id of [1, 2]) await node.run(id, 'install')
    node.put(1, { ...definition, suspended }, 2)
    await node.close()
    const database = openStore(join(node.folder, 'daemon.sqlite'))
    database.exec("UPDATE game_servers SET state = 'running'")
    createGameServerStore(database, fail).writeFact('boot_id', 'the boot before')
    database.close()
    await node.open()
    await until(() => node.state(2) === 'running', 'the other one was started')
    expect(node.state(1)).toBe('stopped')
  })

  it('is left out by a schedule, which says why', async () => {
    const definition = await startGame(1)
    const start: Schedule = {
      ...{ id: 5, name: 'evening', action: 'start', command: '', begins_at_ms: 0 },
      ...{ time_zone: 'UTC', enabled: true, only_when_empty: false, overlap: 'skip', missed: 'skip' },
      timing: { by: 'cron', expression: '0 4 * * *' },
    }
    node.put(1, { ...definition, schedules: [start], suspended }, 2)
    await until(() => node.state(1) === 'stopped', 'it is stopped')
    node.app.schedules.check()
    node.app.schedules.runNow(1, 5)
    const newest = () => node.app.schedules.lastRuns(1, 5, 1)[0]
    await until(() => !['waiting', 'working', undefined].includes(newest()?.status), 'the run has ended')
    expect(newest()).toMatchObject({ status: 'skipped', reason: message })
    expect(node.state(1)).toBe('stopped')
  })
})
