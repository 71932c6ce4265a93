// How long the daemon waits between dials.

import { status } from '@grpc/grpc-js'
import { expect, test } from 'vitest'
import { defaultRetryDelays, failuresAfter, retryDelayMs } from './retry-delay.ts'

const delay = (code: status, failuresInRow: number, random: number) =>
  retryDelayMs({ code, failuresInRow }, defaultRetryDelays, random)

test('T-092 waits double from one to thirty seconds, and are spread over half of their length', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 1_000].map(failures => delay(status.UNAVAILABLE, failures, 1))
  expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(delay(status.UNAVAILABLE, 3, 0)).toBe(4_000)
})

test('T-092 however often the panel was killed before, a connection that has stood makes the next wait short', () => {
  let failures = 0
  for (let round = 0; round < 10; round++) {
    for (let dial = 0; dial < 3; dial++)
      failures = failuresAfter(failures, { wasWelcomed: false, livedMs: 5 })
    failures = failuresAfter(failures, { wasWelcomed: true, livedMs: 3_000 })
    expect(delay(status.UNAVAILABLE, failures, 1)).toBe(1_000)
  }
  // A panel that drops whoever it takes is not dialed every second.
  for (let dial = 0; dial < 4; dial++) failures = failuresAfter(failures, { wasWelcomed: true, livedMs: 20 })
  expect(delay(status.UNAVAILABLE, failures, 1)).toBe(16_000)
})

test('refusals that only a person can lift are tried again after a minute at most', () => {
  for (const code of [status.PERMISSION_DENIED, status.UNAUTHENTICATED, status.FAILED_PRECONDITION]) {
    expect(delay(code, 0, 1)).toBe(20_000)
  }
  expect(delay(status.ALREADY_EXISTS, 0, 1)).toBe(1_000)
})
