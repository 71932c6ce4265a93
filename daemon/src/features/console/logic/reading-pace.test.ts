import { describe, expect, test } from 'vitest'
import { aheadLimitBytes, holdMs, slowestBytesPerSecond } from './reading-pace.ts'

describe('T-079 the pace of fetching output', () => {
  test('nobody reads, or somebody is near: nothing is waited for', () => {
    expect(holdMs(64 * 1024, null)).toBe(0)
    expect(holdMs(64 * 1024, 0)).toBe(0)
    expect(holdMs(64 * 1024, aheadLimitBytes)).toBe(0)
  })

  test('beyond the limit, the wait is never longer than the slowest pace allows', () => {
    const pieces = Array.from({ length: 32 }, () => slowestBytesPerSecond / 32)
    const waitedMs = pieces.reduce((sum, bytes) => sum + holdMs(bytes, aheadLimitBytes + 1), 0)
    expect(waitedMs).toBeCloseTo(1_000)
  })
})
