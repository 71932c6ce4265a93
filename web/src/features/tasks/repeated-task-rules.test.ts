// Tests of which tasks are one line of the list.

import type { Task } from '@rookery/contracts/http/tasks.ts'
import { expect, test } from 'vitest'
import { taskLines } from './repeated-task-rules.ts'

const task = (id: number, more: Partial<Task> = {}) => ({
  id,
  kind: 'start' as const,
  status: 'error' as const,
  server_id: 1,
  node_id: 1,
  reason: 'the port is in use',
  requested_by: null,
  ...more,
})
const linesOf = (...tasks: ReturnType<typeof task>[]) =>
  taskLines(tasks).map(({ task: newest, oldest, count }) => [newest.id, oldest.id, count])

test('the same failure several times in a row is one line', () => {
  expect(linesOf(task(9), task(8), task(7))).toEqual([[9, 7, 3]])
})

test('another server, reason, person or kind is another line', () => {
  expect(
    linesOf(
      task(9),
      task(8, { server_id: 2 }),
      task(7, { server_id: 2, reason: 'no memory' }),
      task(6, { server_id: 2, reason: 'no memory', kind: 'install' }),
      task(5, {
        server_id: 2,
        reason: 'no memory',
        kind: 'install',
        requested_by: { id: 4, login: 'priya' },
      }),
    ),
  ).toHaveLength(5)
})

test('what worked is never put together, and a success in between parts failures', () => {
  const done = { status: 'success' as const, reason: null }
  expect(linesOf(task(9, done), task(8, done))).toHaveLength(2)
  expect(linesOf(task(9), task(8, done), task(7))).toHaveLength(3)
})
