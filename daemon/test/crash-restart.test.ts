// A game that crashes is started again by its node: with pauses, up to a limit, over restarts of the daemon.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, keeperPid, openTestNode, shellGame, type TestNode, until } from './open-test-node.ts'

const policy = { restart: true, attempts: 3, window_ms: 600_000, delay_ms: 50 }
const patient = { ...policy, delay_ms: 600_000 }
const script = 'echo x >> starts; echo ready; read -r line; exit 7'

describe('starting again after a crash', () => {
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const record = (id: number) => node.app.gameServers.get(id)?.record
  const startsOf = (uuid: string) =>
    readFileSync(join(node.folder, 'servers', uuid, 'starts'), 'utf8')
      .trim()
      .split('\n').length
  const reported = (id: number) =>
    node.sent.flatMap(message =>
      message.$case === 'gameServerState' && message.value.gameServerId === id ? [message.value] : [],
    )

  async function startGame(id: number, change: Parameters<TestNode['put']>[1]) {
    const definition = node.put(id, { ...shellGame(script), crash_policy: policy, ...change })
    await node.run(id, 'install')
    expect(await node.run(id, 'start')).toMatchObject({ status: 'success' })
    return definition
  }

  async function crash(id: number): Promise<void> {
    await until(() => node.state(id) === 'running', 'it runs')
    await node.type(id, 'go')
  }

  it('waits longer every time, tells which attempt it is, and gives up at the limit', async () => {
    const { uuid } = await startGame(1, {})
    for (let starts = 1; starts <= 4; starts++) {
      await until(() => startsOf(uuid) === starts, `it was started ${starts} times`)
      await crash(1)
      await until(() => node.state(1) !== 'running', 'the crash is seen')
    }
    await until(() => record(1)?.reason.includes('not started again') ?? false, 'it is given up')
    const crashes = reported(1).filter(({ state }) => state === 'crashed')
    expect(crashes.map(({ reason }) => reason)).toEqual([
      'stopped unexpectedly, exit code 7; started again in 50 ms (1 of 3)',
      'stopped unexpectedly, exit code 7; started again in 100 ms (2 of 3)',
      'stopped unexpectedly, exit code 7; started again in 200 ms (3 of 3)',
      'stopped unexpectedly, exit code 7; not started again: that was done 3 times within 10 minutes already',
    ])
    expect(crashes.map(({ exitCode, signal, outOfMemory }) => [exitCode, signal, outOfMemory])).toEqual(
      Array(4).fill([7, '', false]),
    )
    const again = reported(1).filter(({ state, reason }) => state === 'starting' && reason !== '')
    expect(again.map(({ reason }) => reason)).toEqual(Array(3).fill('started again after a crash'))
    // A person's start forgives what was.
    await node.run(1, 'start')
    await crash(1)
    await until(() => record(1)?.reason.includes('(1 of 3)') ?? false, 'it counts anew')
  })

  it('is canceled by a stop, a kill or an update, and hurried by a start', async () => {
    const ids = [2, 3, 4, 5]
    for (const id of ids) {
      await startGame(id, { crash_policy: patient })
      await crash(id)
      await until(() => node.state(id) === 'crashed', 'it has crashed')
      expect(record(id)?.restartAtMs).toBeGreaterThan(Date.now())
    }
    expect(await node.run(2, 'stop')).toMatchObject({ status: 'success', message: 'it is not started again' })
    expect(await node.run(3, 'kill')).toMatchObject({ status: 'success' })
    expect(await node.run(4, 'update')).toMatchObject({ status: 'success' })
    expect(await node.run(5, 'start')).toMatchObject({ status: 'success' })
    expect(ids.map(node.state)).toEqual(['stopped', 'stopped', 'stopped', 'running'])
    expect(ids.map(id => record(id)?.restartAtMs)).toEqual([null, null, null, null])
  })

  it('is not forgotten when the daemon is restarted meanwhile, nor when the game crashed while it was away', async () => {
    const waiting = await startGame(6, { crash_policy: { ...policy, delay_ms: 1_000 } })
    const away = await startGame(7, {
      ...shellGame(`echo x >> starts; echo ready; [ $(wc -l < starts) = 1 ] || exec cat
        while [ ! -e crash ]; do sleep 0.05; done; exit 3`),
    })
    await crash(6)
    await until(() => node.state(6) === 'crashed', 'it has crashed')
    const pid = node.app.consoles.current(7)?.process.pid
    await node.close()
    writeFileSync(join(node.folder, 'servers', away.uuid, 'crash'), '')
    await until(() => startsOf(away.uuid) === 1 && !isAlive(pid ?? 0), 'the other one ended alone')
    await node.open()
    await until(() => node.state(6) === 'running' && node.state(7) === 'running', 'both run again')
    expect([startsOf(waiting.uuid), startsOf(away.uuid)]).toEqual([2, 2])
    expect(reported(7).find(({ state }) => state === 'crashed')?.reason).toContain(
      'exit code 3; started again',
    )
  })

  it('brings back what ended together with its keeper', async () => {
    await startGame(8, {})
    process.kill(keeperPid(node.folder), 'SIGKILL')
    await until(() => reported(8).some(({ state }) => state === 'crashed'), 'the loss is known')
    await until(() => node.state(8) === 'running', 'it runs again')
    const keeper = keeperPid(node.folder)
    await node.close()
    process.kill(keeper, 'SIGKILL')
    await until(() => !isAlive(keeper), 'the keeper is gone too')
    await node.open()
    await until(() => node.state(8) === 'running', 'it runs once more')
  })
})
