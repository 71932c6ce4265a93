// Tasks on a real node: once each, in order, bounded, canceled, repeated until the panel knows their end.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schedule } from '@rookery/contracts/schedule.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { proofSize } from '../../test-services/proof-size.ts'
import type { NodeMessage } from '../src/platform/panel-link/link-hooks.ts'
import { gameScript, openTestNode, shellGame, type TestNode, until } from './open-test-node.ts'
import { shareKeeper } from './share-keeper.ts'

describe('tasks', () => {
  shareKeeper()
  let node: TestNode
  beforeEach(async () => {
    node = await openTestNode()
  })
  afterEach(() => node.end())

  const startsOf = (uuid: string) =>
    readFileSync(join(node.folder, 'servers', uuid, 'starts'), 'utf8')
      .trim()
      .split('\n').length
  const updatesOf = (taskId: number) => updates(node.sent).filter(update => update.taskId === taskId)

  it('L6 the same id twice runs once and is answered with its state', async () => {
    const { uuid } = node.put(1, shellGame(`echo x >> starts; ${gameScript}`))
    await node.run(1, 'install')
    const order = { taskId: 50, gameServerId: 1, kind: 'restart', payload: '' }
    node.app.tasks.run(order)
    node.app.tasks.run(order)
    expect(await node.ended(50)).toMatchObject({ status: 'success' })
    node.app.tasks.acknowledge({ taskId: 50 })
    node.app.tasks.run(order)
    expect(updatesOf(50).at(-1)).toMatchObject({ status: 'success' })
    expect(startsOf(uuid)).toBe(1)
    await node.close()
    await node.open()
    node.app.tasks.run(order)
    expect(updatesOf(50).at(-1)).toMatchObject({ status: 'success' })
    expect(startsOf(uuid)).toBe(1)
  })

  it('T-126 a storm of restarts is carried out once each and in order', async () => {
    const { uuid } = node.put(1, shellGame(`echo x >> starts; ${gameScript}`))
    await node.run(1, 'install')
    const restarts = proofSize({ short: 8, proof: 100 })
    const ids = Array.from({ length: restarts }, () => node.ask(1, 'restart'))
    for (const id of ids) expect((await node.ended(id)).status).toBe('success')
    expect(startsOf(uuid)).toBe(restarts)
    const began = updates(node.sent).filter(({ status }) => status === 'working')
    const order = [...new Set(began.map(({ taskId }) => taskId))].filter(taskId => ids.includes(taskId))
    expect(order).toEqual(ids)
    expect(updatesOf(ids[1] ?? 0)[1]).toMatchObject({
      status: 'waiting',
      message: `waits for task ${ids[0]} (restart) of this game server`,
    })
  })

  it('waiting ones are canceled, and a start that waits for its game gives way to a stop', async () => {
    node.put(1, shellGame('while :; do sleep 0.1; done'))
    await node.run(1, 'install')
    const start = node.ask(1, 'start')
    await until(() => node.app.consoles.current(1) !== null, 'the process runs')
    expect(updatesOf(start).at(-1)).toMatchObject({ status: 'working' })
    const stop = node.ask(1, 'stop')
    const late = node.ask(1, 'restart')
    node.app.tasks.cancel({ taskId: late })
    expect(await node.ended(late)).toMatchObject({ status: 'canceled' })
    expect(await node.ended(start)).toMatchObject({
      status: 'success',
      message: 'it runs; it was not ready yet when the next task came',
    })
    expect(await node.ended(stop)).toMatchObject({ status: 'success' })
    expect(node.state(1)).toBe('stopped')
  })

  it('an installation that is canceled at work leaves nothing that counts as installed', async () => {
    node.put(1)
    const install = node.ask(1, 'install')
    node.app.tasks.cancel({ taskId: install })
    expect(await node.ended(install)).toMatchObject({ status: 'canceled' })
    expect(node.state(1)).toBe('install_failed')
    expect(await node.run(1, 'install')).toMatchObject({ status: 'success' })
  })

  it('ends are repeated in Hello, over restarts, until the panel knows them', async () => {
    node.put(1)
    const { taskId } = await node.run(1, 'install')
    await node.close()
    await node.open()
    const described = await node.app.hooks.describe()
    expect(described.tasks).toMatchObject([{ taskId, status: 'success', progress: 1 }])
    expect(described.gameServers).toMatchObject([{ gameServerId: 1, state: 'stopped', installed: true }])
    node.sent.length = 0
    await node.app.hooks.welcomed([])
    const repeated = node.sent.flatMap(message => (message.$case === 'taskOutput' ? [message.value] : []))
    expect(repeated.map(({ seq, chunk }) => [seq, chunk.toString()])).toEqual([
      [0, 'writing the game\n'],
      [17, 'it is installed\n'],
    ])
    await node.app.hooks.received({ $case: 'taskUpdateKnown', value: { taskId } })
    expect((await node.app.hooks.describe()).tasks).toEqual([])
  })

  it('L6 a run of a schedule that is noticed twice runs once, and the panel hears of it only when it asks', async () => {
    const schedule: Schedule = {
      ...{ id: 7, action: 'command', command: 'say hello', timing: { by: 'interval', minutes: 60 } },
      ...{ time_zone: 'UTC', enabled: true, only_when_empty: false, overlap: 'queue', missed: 'once' },
      begins_at_ms: Date.now(),
    }
    node.put(1, { schedules: [schedule] })
    await node.run(1, 'install')
    await node.run(1, 'start')
    node.sent.length = 0
    const owner = { gameServerId: 1, scheduleId: 7 }
    const due = {
      ...owner,
      kind: 'command',
      runKey: 'schedule:one',
      dueAtMs: 1,
      remark: 'late',
      leftOut: null,
    } as const
    node.app.tasks.add(due)
    node.app.tasks.add(due)
    node.app.tasks.add({ ...due, runKey: 'schedule:two', dueAtMs: 2, remark: '', leftOut: 'busy' })
    await until(() => node.app.tasks.open(1).length === 0, 'the run ends')
    const stored = [
      { id: 4, dueAtMs: 2, status: 'skipped', message: 'busy', beganAtMs: null, output: '' },
      {
        id: 3,
        dueAtMs: 1,
        status: 'success',
        output: expect.stringMatching(/^late\n> say hello\n[\s\S]*you said: say hello/),
      },
    ]
    expect(node.app.tasks.runs(owner, 50)).toMatchObject(stored)
    await node.close()
    await node.open()
    node.app.tasks.add(due)
    expect(node.app.tasks.runs(owner, 50)).toMatchObject(stored)
    expect((await node.app.hooks.describe()).tasks.map(({ taskId }) => taskId)).toEqual([1, 2])
    await node.app.hooks.welcomed([
      {
        gameServerId: 1,
        revision: 1,
        definition: JSON.stringify(node.app.gameServers.get(1)?.record.definition),
      },
    ])
    const told = node.sent.filter(({ $case }) => $case === 'taskUpdate' || $case === 'taskOutput')
    expect(told.filter(({ value }) => 'taskId' in value && value.taskId === 0)).toEqual([])
  })

  it('T-096 sequences only grow, over restarts too', async () => {
    node.put(1)
    await node.run(1, 'install')
    await node.close()
    await node.open()
    await node.run(1, 'start')
    const sequences = node.sent.flatMap(message =>
      message.$case === 'gameServerState' ? [message.value.sequence] : [],
    )
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
    expect(sequences.length).toBeGreaterThan(4)
  })

  it('an unknown kind, payload or game server is an error with a reason', async () => {
    node.put(1)
    expect(await node.run(2, 'start')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('does not know the game server'),
    })
    node.app.tasks.run({ taskId: 90, gameServerId: 1, kind: 'dance', payload: '' })
    expect(await node.ended(90)).toMatchObject({ status: 'error', message: expect.stringContaining('dance') })
    expect(await node.run(1, 'delete', '{"files":"maybe"}')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('not understood'),
    })
    expect(node.state(1)).toBe('not_installed')
  })
})

function updates(sent: NodeMessage[]) {
  return sent.flatMap(message => (message.$case === 'taskUpdate' ? [message.value] : []))
}
