// Tests of how task output is put together across reconnects.

import type { TaskMessage } from '@rookery/contracts/websocket/tasks.ts'
import { expect, test } from 'vitest'
import { afterTaskMessage, newTaskStream, unseenPart } from './task-stream-rules.ts'

const output = (seq: number, chunk: string): TaskMessage => ({
  type: 'task.output',
  payload: { task_id: 1, seq, chunk },
  ts: 0,
})
const play = (...messages: TaskMessage[]) => messages.reduce(afterTaskMessage, newTaskStream)

test('output sent again after a reconnect is not shown twice', () => {
  expect(play(output(3, 'abc'), output(6, 'def'), output(8, 'abcdefgh')).output).toBe('abcdefgh')
})

test('positions are bytes, not characters', () => {
  expect(play(output(3, '€'), output(4, '€x')).output).toBe('€x')
  expect(unseenPart('äöü', 6, 2)).toBe('öü')
})

test('a task that is complete does not go back to working', () => {
  const end = play(
    {
      type: 'task.status',
      payload: { task_id: 1, status: 'working', message: 'unpacking', progress: 0.4 },
      ts: 0,
    },
    { type: 'task.complete', payload: { task_id: 1, status: 'error', exit_code: 2 }, ts: 0 },
    { type: 'task.status', payload: { task_id: 1, status: 'working' }, ts: 0 },
  )
  expect(end).toMatchObject({ status: 'error', exitCode: 2, message: 'unpacking', progress: 0.4 })
})
