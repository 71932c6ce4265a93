// What waits for a connection, and what does not.

import { GameServerState, TaskOutput, TaskUpdate } from '@rookery/contracts/daemon/generated/link.ts'
import { expect, test } from 'vitest'
import { createOutputBacklog } from './output-backlog.ts'

const output = (seq: number) =>
  ({ $case: 'taskOutput', value: TaskOutput.create({ taskId: 1, seq, chunk: Buffer.alloc(4) }) }) as const

test('task output waits, the oldest gives way beyond the limit', () => {
  const backlog = createOutputBacklog(10)
  for (const seq of [1, 2, 3, 4]) expect(backlog.keep(output(seq))).toBe(true)
  expect(backlog.takeAll()).toEqual([output(3), output(4)])
  expect(backlog.takeAll()).toEqual([])
})

test('what Hello repeats does not wait', () => {
  const backlog = createOutputBacklog(10)
  expect(backlog.keep({ $case: 'gameServerState', value: GameServerState.create() })).toBe(false)
  expect(backlog.keep({ $case: 'taskUpdate', value: TaskUpdate.create() })).toBe(false)
  expect(backlog.takeAll()).toEqual([])
})
