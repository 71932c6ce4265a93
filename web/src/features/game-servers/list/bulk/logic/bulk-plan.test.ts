// Tests of what is done to several game servers at once.

import type { RunState } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { type BulkTarget, bulkPlans, needsAsking } from './bulk-plan.ts'

const target = (id: number, state: RunState): BulkTarget => ({ id, name: `n${id}`, state, node_online: true })
const targets = [target(1, 'running'), target(2, 'stopped'), target(3, 'running')]
const rules = {
  isPermitted: (id: number, action: string) => action !== 'kill' && !(id === 3 && action === 'stop'),
  fitsState: ({ state }: BulkTarget, action: string) => (state === 'running') === (action !== 'start'),
}
const ids = (list: BulkTarget[]) => list.map(({ id }) => id)

test('an action that is permitted nowhere is not offered; the others say whom they reach', () => {
  const plans = bulkPlans(targets, rules)
  expect(plans.map(({ action, reached, leftOut }) => [action, ids(reached), ids(leftOut)])).toEqual([
    ['start', [2], [1, 3]],
    ['stop', [1], [2]],
    ['restart', [1, 3], [2]],
    ['update', [1, 3], [2]],
  ])
  expect(bulkPlans([], rules)).toEqual([])
})

test('killing is asked about, and stopping or restarting many', () => {
  const many = Array.from({ length: 11 }, (_, id) => target(id, 'running'))
  expect(needsAsking({ action: 'kill', reached: many.slice(0, 1), leftOut: [] })).toBe(true)
  expect(needsAsking({ action: 'stop', reached: many.slice(0, 10), leftOut: [] })).toBe(false)
  expect(needsAsking({ action: 'stop', reached: many, leftOut: [] })).toBe(true)
  expect(needsAsking({ action: 'start', reached: many, leftOut: [] })).toBe(false)
  const crowd = Array.from({ length: 201 }, (_, id) => target(id, 'stopped'))
  expect(needsAsking({ action: 'start', reached: crowd, leftOut: [] })).toBe(true)
  expect(needsAsking({ action: 'start', reached: crowd.slice(1), leftOut: [] })).toBe(false)
})
