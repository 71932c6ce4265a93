import { randomUUID } from 'node:crypto'
import { TaskOutput, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { limits } from '@rookery/contracts/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTasks, retainedMs, type Tasks, waitLimitMs } from '../../src/features/tasks/tasks.ts'
import { type Changes, createChanges } from '../../src/platform/changes.ts'
import type { PanelMessage } from '../../src/platform/daemon-link/link-hooks.ts'
import { createLog } from '../../src/platform/log.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

let panel: TestPanel
let gameServerId: number
let nodeId: number
beforeAll(async () => {
  panel = await startTestPanel()
  gameServerId = await addGameServer(panel, 'one')
  const row = await panel.db.selectFrom('game_servers').select('node_id').executeTakeFirstOrThrow()
  nodeId = row.node_id
})
afterAll(() => panel.stop())

let tasks: Tasks
let changes: Changes
let sent: PanelMessage[]
let isOnline: boolean
let nowMs: number
let audited: string[]
beforeEach(() => {
  sent = []
  audited = []
  isOnline = true
  nowMs = 1_000_000
  changes = createChanges()
  tasks = createTasks({
    db: panel.db,
    changes,
    eventFeed: { write: async () => {} },
    audit: { recordPrepared: (line, outcome) => void audited.push(`${line} ${outcome}`) },
    log: createLog('silent', { write: () => {} }),
    now: () => nowMs,
    randomUuid: randomUUID,
    link: { isOnline: () => isOnline, seesAll: () => true, send: (_, message) => void sent.push(message) },
  })
})

const order = () => tasks.create({ nodeId, gameServerId, kind: 'restart', requestedBy: null })
const publish = (taskId: number, status: string, sequence: number, message = '') =>
  tasks.receiveUpdate(nodeId, TaskUpdate.create({ taskId, status, sequence, message }))
const handedOver = () => sent.flatMap(({ $case, value }) => ($case === 'runTask' ? [value.taskId] : []))

async function leave(): Promise<void> {
  isOnline = false
  await tasks.presence(nodeId, false)
}

describe('tasks', () => {
  test('6.4 the audit line of a task is recorded once, when it has ended, and not stored any longer', async () => {
    const ended = ['success', 'error', 'canceled']
    for (const status of ended) {
      const auditLine = `{"of":"${status}"}`
      const id = await tasks.create({ nodeId, gameServerId, kind: 'extract', requestedBy: null, auditLine })
      await publish(id, 'working', 1)
      expect(audited.join()).not.toContain(status)
      await publish(id, status, 2)
      await publish(id, status, 2)
      const row = await panel.db.selectFrom('tasks').select('audit_line').where('id', '=', id).execute()
      expect(row).toEqual([{ audit_line: null }])
    }
    expect(audited).toEqual([
      '{"of":"success"} success',
      '{"of":"error"} failure',
      '{"of":"canceled"} failure',
    ])
  })

  test('a node changes neither the state nor the output of a task of another node', async () => {
    const id = await order()
    const other = nodeId + 1
    const read = async () => [
      await panel.db.selectFrom('tasks').select('status').where('id', '=', id).execute(),
      await panel.db.selectFrom('task_output').selectAll().where('task_id', '=', id).execute(),
    ]
    const before = await read()
    for (const status of ['working', 'success', 'error']) {
      await tasks.receiveUpdate(
        other,
        TaskUpdate.create({ taskId: id, status, sequence: 9, message: 'mine' }),
      )
    }
    await tasks.receiveOutput(other, TaskOutput.create({ taskId: id, seq: 0, chunk: Buffer.from('mine') }))
    expect(await read()).toEqual(before)
    await publish(id, 'success', 1)
    expect(await read()).toEqual([[{ status: 'success' }], []])
  })

  test('T-126 many that are asked for at once reach the node in the order of their ids', async () => {
    const ids = await Promise.all(Array.from({ length: 200 }, order))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(handedOver()).toEqual(ids)
  })

  test('5.2 more than 2,000 that wait for a node that is away are refused with 409, and canceling makes room', async () => {
    await panel.db.deleteFrom('tasks').execute()
    await leave()
    const waiting = Array.from({ length: limits.tasksWaitingForNode }, () => ({
      run_key: randomUUID(),
      node_id: nodeId,
      kind: 'restart' as const,
      status: 'waiting' as const,
      payload: '{}',
      created_at: nowMs,
    }))
    for (let at = 0; at < waiting.length; at += 100) {
      await panel.db
        .insertInto('tasks')
        .values(waiting.slice(at, at + 100))
        .execute()
    }
    await expect(order()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2000 tasks'),
    })
    const [first] = await panel.db
      .selectFrom('tasks')
      .select('id')
      .where('status', '=', 'waiting')
      .limit(1)
      .execute()
    await tasks.cancel(first?.id ?? 0)
    await order()
    isOnline = true
    await order()
    await panel.db.deleteFrom('tasks').execute()
  })

  test('T-126 what is asked for while a node comes back does not overtake what waited for it', async () => {
    await leave()
    const waited = [await order(), await order()]
    isOnline = true
    const asked = order()
    await tasks.presence(nodeId, true)
    const meanwhile = [await asked, await order()]
    expect(handedOver()).toEqual([])
    const reported = tasks.reconcile(nodeId, [])
    const later = await order()
    await reported
    const mine = handedOver().filter(id => id >= (waited[0] ?? 0))
    expect(mine).toEqual([...waited, ...meanwhile, later])
  })

  test('T-106 a node that another instance had all the time gets what was asked for here when that is heard', async () => {
    isOnline = false
    const waited = [await order(), await order()]
    isOnline = true
    changes.publish({ kind: 'node-presence', nodeId, online: true })
    const mine = () => handedOver().filter(id => id >= (waited[0] ?? 0))
    await expect.poll(mine).toEqual(waited)
    // Nobody is owed anything any more.
    changes.publish({ kind: 'node-presence', nodeId, online: true })
    const next = await order()
    expect(mine()).toEqual([...waited, next])
  })

  test('T-096 an old word of the node changes nothing, and an end is never followed by another status', async () => {
    const id = await order()
    await publish(id, 'working', 7, 'halfway')
    await publish(id, 'waiting', 6, 'waits')
    expect(await tasks.read(id)).toMatchObject({ status: 'working', message: 'halfway', reason: null })
    await publish(id, 'success', 8)
    await publish(id, 'error', 9, 'too late')
    expect(await tasks.read(id)).toMatchObject({ status: 'success', message: null })
    expect(sent.filter(({ $case }) => $case === 'taskUpdateKnown')).toHaveLength(2)
  })

  test('4 what a node says of the task that had this number before a restore is not heard', async () => {
    const id = await order()
    const before = { taskId: id, runKey: randomUUID(), status: 'success', sequence: 9 }
    expect(await tasks.nodeOf(before)).toBeNull()
    await tasks.receiveUpdate(nodeId, TaskUpdate.create(before))
    await tasks.receiveOutput(nodeId, TaskOutput.create({ ...before, seq: 0, chunk: Buffer.from('old') }))
    expect(await tasks.read(id)).toMatchObject({ status: 'waiting' })
    expect(await tasks.readOutput(id)).toEqual([])
    const { taskId, runKey } = before
    expect(sent.at(-1)).toEqual({ $case: 'taskUpdateKnown', value: { taskId, runKey } })
    const given = sent.findLast(({ $case }) => $case === 'runTask')?.value
    await tasks.receiveUpdate(nodeId, TaskUpdate.create({ ...before, ...given }))
    expect(await tasks.read(id)).toMatchObject({ status: 'success' })
  })

  test('4 a task of an older panel goes by its number, and an older daemon names no other', async () => {
    const id = await order()
    await panel.db.updateTable('tasks').set({ run_key: null }).where('id', '=', id).execute()
    expect(await tasks.nodeOf({ taskId: id })).toBe(nodeId)
    expect(await tasks.nodeOf({ taskId: id, runKey: `id:${id}` })).toBe(nodeId)
    expect(await tasks.nodeOf({ taskId: id, runKey: randomUUID() })).toBeNull()
    await publish(id, 'success', 1)
    expect(await tasks.read(id)).toMatchObject({ status: 'success' })
  })

  test('4 why it waits is told and kept current', async () => {
    const id = await order()
    await publish(id, 'waiting', 1, 'waits for task 3 (stop) of this game server')
    expect((await tasks.read(id)).reason).toBe('waits for task 3 (stop) of this game server')
    await leave()
    expect((await tasks.read(id)).reason).toBe('the node is not connected; the task waits for it')
    isOnline = true
    await tasks.reconcile(nodeId, [TaskUpdate.create({ taskId: id, status: 'working', sequence: 1 })])
    expect(await tasks.read(id)).toMatchObject({ status: 'working', reason: null })
  })

  test('4 ten minutes count from when the node left, not from when the task was asked for', async () => {
    const id = await order()
    nowMs += 5 * waitLimitMs
    await leave()
    nowMs += waitLimitMs - 1
    await tasks.endOverdue()
    expect((await tasks.read(id)).status).toBe('waiting')
    nowMs += 2
    await tasks.endOverdue()
    expect(await tasks.read(id)).toMatchObject({
      status: 'error',
      reason: 'the node did not come back within 10 minutes',
      started_at: null,
    })
  })

  test('4 a panel that has just been started gives a node ten minutes to come back', async () => {
    const id = await order()
    isOnline = false
    nowMs += waitLimitMs - 1
    await tasks.endOverdue()
    expect((await tasks.read(id)).status).toBe('waiting')
  })

  test('4 what was given up is called off at the node when it comes back', async () => {
    const id = await order()
    await publish(id, 'working', 1)
    await leave()
    nowMs += waitLimitMs + 1
    await tasks.endOverdue()
    isOnline = true
    sent.length = 0
    await tasks.reconcile(nodeId, [TaskUpdate.create({ taskId: id, status: 'working', sequence: 2 })])
    expect(sent).toMatchObject([{ $case: 'cancelTask', value: { taskId: id } }])
    expect(await tasks.read(id)).toMatchObject({ status: 'error' })
  })

  test('4 a node that has lost its tasks: what waits is handed over again, what was at work has failed', async () => {
    const [waiting, working] = [await order(), await order()]
    await publish(working, 'working', 5)
    sent.length = 0
    await tasks.reconcile(nodeId, [])
    expect(handedOver()).toContain(waiting)
    expect(handedOver()).not.toContain(working)
    expect(await tasks.read(working)).toMatchObject({ status: 'error', reason: 'the node lost this task' })
  })

  test('T-125 what ended long ago is forgotten with its output, in bounded steps; what has not ended stays', async () => {
    const [ended, working] = [await order(), await order()]
    await tasks.receiveOutput(
      nodeId,
      TaskOutput.create({ taskId: ended, chunk: Buffer.from('done'), seq: 1 }),
    )
    await publish(ended, 'success', 1)
    await publish(working, 'working', 1)
    const many = Array.from({ length: 1_200 }, () => ({
      ...{ node_id: nodeId, server_id: gameServerId, kind: 'start', status: 'success', payload: '{}' },
      created_at: nowMs,
    }))
    for (let begin = 0; begin < many.length; begin += 100)
      await panel.db
        .insertInto('tasks')
        .values(many.slice(begin, begin + 100))
        .execute()
    nowMs += retainedMs
    const recent = await order()
    await publish(recent, 'success', 1)
    await tasks.cleanUp()
    const readIds = async () =>
      (await panel.db.selectFrom('tasks').select('id').execute()).map(({ id }) => id)
    expect(await readIds()).toEqual(expect.arrayContaining([ended, working, recent]))

    nowMs += 60 * 60_000
    await tasks.cleanUp()
    const left = await readIds()
    expect(left).toEqual(expect.arrayContaining([working, recent]))
    expect(left).not.toContain(ended)
    expect(left.length).toBeLessThan(20)
    expect(await tasks.readOutput(ended)).toEqual([])

    sent.length = 0
    await publish(ended, 'success', 1)
    expect(sent).toEqual([{ $case: 'taskUpdateKnown', value: { taskId: ended } }])
  })
})
