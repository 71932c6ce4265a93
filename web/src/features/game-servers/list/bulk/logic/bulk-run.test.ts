// Tests of following several game servers to the end.

import { expect, test } from 'vitest'
import { startRun, tallyOf, withEntry } from './bulk-run.ts'

const target = (id: number) => ({ id, name: `n${id}`, state: 'running' as const, node_online: true })
const run = startRun('stop', { reached: [target(1), target(2)], leftOut: [target(3)] })

test('a run is over when every game server has ended, and names those that failed', () => {
  expect(tallyOf(run)).toEqual({ total: 2, done: 0, failed: [], isOver: false })
  const half = withEntry(run, 1, { outcome: 'done' })
  expect(tallyOf(half)).toMatchObject({ done: 1, isOver: false })
  const over = withEntry(half, 2, { outcome: 'failed', reason: 'no space' })
  expect(tallyOf(over)).toMatchObject({ done: 1, isOver: true, failed: [{ name: 'n2', reason: 'no space' }] })
  expect(over.leftOut).toBe(1)
})

test('what has ended does not change any more', () => {
  const over = withEntry(run, 1, { outcome: 'failed', reason: 'first' })
  expect(withEntry(over, 1, { outcome: 'done' }).entries[0]).toMatchObject({
    outcome: 'failed',
    reason: 'first',
  })
})
