import type { Task } from '@rookery/contracts/http/tasks.ts'
import type { TaskStatus } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { createChanges } from '../../platform/changes.ts'
import { createWaitForTask } from './wait-for-task.ts'

function aTask(first: TaskStatus = 'working') {
  const changes = createChanges()
  let status = first
  let reads = 0
  let seen = Promise.withResolvers<void>()
  const read = async (id: number) => {
    reads += 1
    seen.resolve()
    return { id, status } as Task
  }
  const waitForTask = createWaitForTask({ changes, read })
  return {
    waitForTask,
    reads: () => reads,
    /** Resolves at the next look into the database. */
    looked: () => {
      seen = Promise.withResolvers()
      return seen.promise
    },
    tell(next: TaskStatus, taskId = 7) {
      status = next
      const of = { gameServerId: 1, taskKind: 'start', requestedBy: 1, plugin: null } as const
      changes.publish({ kind: 'task', taskId, ...of, status, message: null, progress: null, exitCode: null })
    },
    /** An end that this instance was not told of. */
    miss(next: TaskStatus) {
      status = next
      changes.publish({ kind: 'changes-missed' })
    },
  }
}

const nobodyLeaves = new AbortController().signal
const longMs = 600_000

test('a task that has ended is given at once', async () => {
  const { waitForTask, reads } = aTask('success')
  expect(await waitForTask(7, longMs, nobodyLeaves)).toMatchObject({ status: 'success' })
  expect(reads()).toBe(1)
})

test('an end is told by the feed; progress and other tasks ask the database nothing', async () => {
  const { waitForTask, reads, looked, tell } = aTask()
  const first = looked()
  const waited = waitForTask(7, longMs, nobodyLeaves)
  await first
  for (let step = 0; step < 100; step++) tell('working')
  tell('error', 8)
  tell('error')
  expect(await waited).toMatchObject({ status: 'error' })
  expect(reads()).toBe(2)
})

test('what other instances told while the line was cut is looked up', async () => {
  const { waitForTask, looked, miss } = aTask()
  const first = looked()
  const waited = waitForTask(7, longMs, nobodyLeaves)
  await first
  const second = looked()
  miss('working')
  await second
  miss('canceled')
  expect(await waited).toMatchObject({ status: 'canceled' })
})

test('the time, and whoever leaves, end it with the task as it is', async () => {
  const { waitForTask, looked } = aTask()
  expect(await waitForTask(7, 5, nobodyLeaves)).toMatchObject({ status: 'working' })
  const leaving = new AbortController()
  const first = looked()
  const waited = waitForTask(7, longMs, leaving.signal)
  await first
  leaving.abort()
  expect(await waited).toMatchObject({ status: 'working' })
  expect(await waitForTask(7, longMs, leaving.signal)).toMatchObject({ status: 'working' })
})
