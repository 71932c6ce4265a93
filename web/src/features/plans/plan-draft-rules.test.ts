// Tests of a plan as it is edited.

import type { Plan } from '@rookery/contracts/http/plans.ts'
import { expect, test } from 'vitest'
import { bodyOf, draftFaults, draftOf, excessOf } from './plan-draft-rules.ts'

const gib = 1024 ** 3
const plan: Plan = {
  ...{ id: 1, name: 'Starter', template_ids: [3], node_ids: null, counted_only: true },
  limits: {
    ...{ servers: 3, memory_bytes: 4 * gib, cpu_percent: 200, disk_bytes: null },
    ...{ backups: 0, databases: 2, ports: null },
  },
  most_used: { servers: 2, memory_bytes: 5 * gib, cpu_percent: 0, disk_bytes: 9 * gib, ports: 2 },
  ...{ user_count: 2, role_count: 1, created_at: '2026-11-01T00:00:00.000Z' },
}

test('what was not touched is sent as it was', () => {
  const { name, limits, template_ids, node_ids, counted_only } = plan
  expect(bodyOf(draftOf(plan))).toEqual({ name, limits, template_ids, node_ids, counted_only })
})

test('a new one has no limits, and needs a name', () => {
  expect(draftFaults(draftOf(null))).toEqual(['name'])
  expect(new Set(Object.values(bodyOf(draftOf(null)).limits))).toEqual(new Set([null]))
})

test('what is wrong is told by its field', () => {
  const draft = draftOf(plan)
  const wrong = {
    ...draft,
    limits: { ...draft.limits, disk_bytes: '1.2.3' },
    nodes: { isEvery: false, ids: [] },
  }
  expect(draftFaults(draft)).toEqual([])
  expect(draftFaults(wrong)).toEqual(['disk_bytes', 'nodes'])
})

test('a limit below what somebody uses is told, one that is met, absent or not a number is not', () => {
  const draft = draftOf(plan)
  const limits = { ...draft.limits, servers: '2', disk_bytes: '', ports: 'x' }
  const excess = (item: 'memory_bytes' | 'servers' | 'disk_bytes' | 'ports' | 'backups') =>
    excessOf({ ...draft, limits }, plan.most_used, item)
  expect(excess('memory_bytes')).toBe(5 * gib)
  for (const item of ['servers', 'disk_bytes', 'ports', 'backups'] as const)
    expect(excess(item), item).toBeNull()
  expect(excessOf(draft, null, 'memory_bytes')).toBeNull()
})
