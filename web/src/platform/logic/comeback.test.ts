// T-092: how thousands of browsers come back after a restart of the panel, computed with the very rules they use.

import { farewellReason, readFarewell } from '@rookery/contracts/websocket/envelope.ts'
import { expect, test } from 'vitest'
import { type Line, nextLine, retryDelayMs } from './reconnect.ts'

/** Chance that is the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The times of all attempts of all viewers, and when the last one is back. */
function comeBack(viewers: number, downMs: number): { attempts: number[]; allBackMs: number } {
  const random = createRandom(viewers + downMs)
  const attempts: number[] = []
  let allBackMs = 0
  for (let viewer = 0; viewer < viewers; viewer++) {
    const open: Line = { state: 'open', failedAttempts: 0 }
    let line = nextLine(open, { kind: 'closed', code: 1001, reason: farewellReason(viewers) })
    let at = 0
    while (line.state === 'reconnecting') {
      at += retryDelayMs(line.failedAttempts, random(), line.spreadMs)
      attempts.push(at)
      line = nextLine(line, at < downMs ? { kind: 'refused', status: 0 } : { kind: 'opened' })
    }
    allBackMs = Math.max(allBackMs, at)
  }
  return { attempts, allBackMs }
}

function busiestSecond(attempts: number[]): number {
  const sorted = attempts.toSorted((a, b) => a - b)
  let first = 0
  let most = 0
  for (let last = 0; last < sorted.length; last++) {
    while ((sorted[last] ?? 0) - (sorted[first] ?? 0) >= 1000) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

test.each([500, 3_000, 12_000, 60_000])(
  'T-092 5,000 viewers of a panel that is away for %i ms never come at more than 500 a second',
  downMs => {
    const { attempts, allBackMs } = comeBack(5_000, downMs)
    expect(busiestSecond(attempts)).toBeLessThanOrEqual(500)
    expect(allBackMs).toBeLessThan(downMs + 40_000)
  },
)

test('T-092 a handful of viewers is back as fast as ever', () => {
  expect(comeBack(5, 0).allBackMs).toBeLessThanOrEqual(500)
})

test('T-092 the farewell is understood, and nothing else is taken for one', () => {
  expect(readFarewell(farewellReason(5_000))).toBe(16_667)
  expect(readFarewell(farewellReason(0))).toBe(0)
  for (const reason of ['', 'the panel stops', `${farewellReason(9)} or so`])
    expect(readFarewell(reason)).toBe(0)
})
