// Tests of the limits of a new game server within a plan.

import { expect, test } from 'vitest'
import { emptyPlace } from '../../place/place-field-rules.ts'
import { type PlanUsage, planFault, proposedPlace, requiredLimits, waysWithin } from './plan-limits.ts'

const gib = 1024 ** 3
const of = (limit: number | null, used = 0) => ({ limit, used, left: limit === null ? null : limit - used })
const plan: PlanUsage = {
  usage: {
    ...{ servers: of(2), backups: of(null), databases: of(null), ports: of(null) },
    ...{ memory_bytes: of(4 * gib, 3 * gib), cpu_percent: of(200), disk_bytes: of(null) },
  },
  counted_only: false,
}
const [memory, cpu] = requiredLimits(plan)

test('what the plan bounds is required, and nothing else', () => {
  expect(requiredLimits(plan).map(({ field }) => field)).toEqual(['memory_limit_bytes', 'cpu_limit_percent'])
})

test('what is proposed is what the game needs, and never more than is left', () => {
  const place = (memory_mb: number) => proposedPlace({ needs: { memory_mb } }, plan)
  expect(place(256)).toEqual({ ...emptyPlace, memoryGib: '0.5', cpuPercent: '100' })
  expect(place(8192).memoryGib).toBe('1')
  const full = { ...plan, usage: { ...plan.usage, memory_bytes: of(gib, gib), cpu_percent: of(100, 60) } }
  expect(proposedPlace({}, full)).toMatchObject({ memoryGib: '', cpuPercent: '40' })
})

test('a limit that is not there or above what is left is told', () => {
  if (!memory || !cpu) throw new Error('the plan bounds nothing')
  expect(planFault(memory, emptyPlace)).toBe('missing')
  expect(planFault(memory, { ...emptyPlace, memoryGib: '1.001' })).toBe('tooMuch')
  expect(planFault(memory, { ...emptyPlace, memoryGib: '1' })).toBeNull()
  expect(planFault({ ...memory, left: 0 }, emptyPlace)).toBe('nothingLeft')
  expect(planFault(cpu, { ...emptyPlace, cpuPercent: '201' })).toBe('tooMuch')
})

test('only process managers that hold a game to its limits are left, unless limits are only counted', () => {
  const ways = ['process', 'docker']
  expect(waysWithin(plan, ways)).toEqual(['docker'])
  expect(waysWithin({ ...plan, counted_only: true }, ways)).toEqual(ways)
  const free = { ...plan, usage: { ...plan.usage, memory_bytes: of(null), cpu_percent: of(null) } }
  expect(waysWithin(free, ways)).toEqual(ways)
})
