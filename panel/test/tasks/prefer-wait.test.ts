// `Prefer: wait`: the answer comes when the task has ended, told by the change feed of whichever instance.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Asked, done } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { openSharedMemoryCache } from '../tokens/shared-cache.ts'

const cache = openSharedMemoryCache()
let one: TestPanel
let two: TestPanel
let admin: Asked
let server: number
beforeAll(async () => {
  one = await startTestPanel({ cache })
  two = await startTestPanel({ cache, dataDir: one.dataDir })
  admin = { panel: one, sessionToken: await one.signIn() }
  // Its node is away, so a task waits until somebody cancels it.
  server = await addGameServer(one, 'castle')
})
afterAll(async () => {
  await two?.halt()
  await one?.stop()
  await cache.close()
})

const start = (headers: Record<string, string>, { panel, sessionToken } = admin) =>
  panel.request('POST', `/api/servers/${server}/start`, { sessionToken, headers })

const newestTask = async (): Promise<Task> => {
  const [newest] = await done(admin, 'GET', `/api/tasks?server=${server}`)
  return newest
}

/** Asks, and gives the task of it while the answer waits. */
async function startAndWait(headers: Record<string, string>, asked = admin) {
  const before = (await newestTask())?.id ?? 0
  const answered = start(headers, asked)
  const task = await vi.waitFor(async () => {
    const newest = await newestTask()
    expect(newest.id).toBeGreaterThan(before)
    return newest
  })
  return { answered, task }
}
const cancel = (asked: Asked, { id }: Task) => done(asked, 'POST', `/api/tasks/${id}/cancel`)

test('without the header nothing is different', async () => {
  const answer = await start({})
  expect([answer.status, Object.keys(answer.json)]).toEqual([202, ['task_id']])
  expect(answer.headers.get('preference-applied')).toBeNull()
  const other = await start({ prefer: 'return=minimal' })
  expect(Object.keys(other.json)).toEqual(['task_id'])
})

test('an end here, and one on another instance, is answered at once', async () => {
  for (const ending of [one, two]) {
    const { answered, task } = await startAndWait({ prefer: 'wait=30' })
    await cancel({ panel: ending, sessionToken: admin.sessionToken }, task)
    const { status, json, headers } = await answered
    expect(status).toBe(202)
    expect(json).toMatchObject({ task_id: task.id, task: { id: task.id, status: 'canceled' } })
    expect(headers.get('preference-applied')).toBe('wait=30')
  }
})

test('when the time is over the task is told as it is', async () => {
  const { status, json, headers } = await start({ prefer: 'wait=1' })
  expect([status, json.task.status]).toEqual([202, 'waiting'])
  expect(headers.get('preference-applied')).toBe('wait=1')
})

test('with an Idempotency-Key whoever repeats the request waits for the same task', async () => {
  const headers = { prefer: 'wait=30', 'idempotency-key': 'one start' }
  const { answered, task } = await startAndWait(headers)
  const again = start(headers, { panel: two, sessionToken: admin.sessionToken })
  await cancel(admin, task)
  for (const answer of [await answered, await again]) {
    expect(answer.json).toMatchObject({ task_id: task.id, task: { status: 'canceled' } })
  }
  const late = await start({ 'idempotency-key': 'one start' })
  expect(late.json).toEqual({ task_id: task.id })
})

test('a panel that stops keeps nobody waiting', async () => {
  const three = await startTestPanel({ cache, dataDir: one.dataDir })
  const asked = { panel: three, sessionToken: admin.sessionToken }
  const { answered, task } = await startAndWait({ prefer: 'wait=30' }, asked)
  const began = performance.now()
  await three.halt()
  const { status, json } = await answered
  expect([status, json.task]).toMatchObject([202, { id: task.id, status: 'waiting' }])
  expect(performance.now() - began).toBeLessThan(25_000)
})
