// Tests of what a node has left for one game server.

import { expect, test } from 'vitest'
import { fittingLimit, limitsLeft } from './limits-left.ts'

const server = (
  id: number,
  memory: number | null,
  cpu: number | null = null,
  disk: number | null = null,
) => ({
  id,
  memory_limit_bytes: memory,
  cpu_limit_percent: cpu,
  disk_limit_bytes: disk,
})

test('the limits of the others are taken off, the own one and unlimited ones are not', () => {
  const node = { limits: { memory_bytes: 1_000, cpu_cores: 4, disk_bytes: 500 } }
  const servers = [server(1, 400, 100, 50), server(2, 300, 150), server(3, null)]
  expect(limitsLeft(node, servers, 1)).toEqual({
    memory: { total: 1_000, left: 700 },
    cpu: { total: 400, left: 250 },
    disk: { total: 500, left: 500 },
  })
})

test('a node that promises more than it has is told, one that did not say what it has is not guessed', () => {
  expect(limitsLeft({ limits: { memory_bytes: 100 } }, [server(1, 80), server(2, 70)], 3)).toEqual({
    memory: { total: 100, left: -50 },
    cpu: null,
    disk: null,
  })
})

test('proposed is what the others leave, in whole steps, and never the whole machine', () => {
  expect(fittingLimit({ total: 64, left: 21.5 }, 1)).toBe(21)
  expect(fittingLimit({ total: 64, left: 64 }, 1)).toBe(57)
  expect(fittingLimit({ total: 64, left: 0.5 }, 1)).toBeNull()
  expect(fittingLimit({ total: 64, left: -8 }, 1)).toBeNull()
})
