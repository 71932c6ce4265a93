// Wrong passwords, rates and idleness.

import { expect, test } from 'vitest'
import {
  checkIdleness,
  createAttemptLimit,
  createRateLimit,
  failuresAllowed,
  idleLimits,
  shutOutMs,
} from './limits.ts'

test('the tenth wrong password shuts the address out for a minute, and only that address', () => {
  const limit = createAttemptLimit()
  for (let attempt = 1; attempt < failuresAllowed; attempt++) limit.countFailure('a', 0)
  expect(limit.isShutOut('a', 0)).toBe(false)
  limit.countFailure('a', 0)
  expect(limit.isShutOut('a', shutOutMs - 1)).toBe(true)
  expect(limit.isShutOut('b', 0)).toBe(false)
  expect(limit.isShutOut('a', shutOutMs)).toBe(false)
})

test('a right password forgives, and the memory of addresses is bounded', () => {
  const limit = createAttemptLimit()
  for (let attempt = 0; attempt < failuresAllowed; attempt++) limit.countFailure('a', 0)
  limit.forgive('a')
  expect(limit.isShutOut('a', 0)).toBe(false)
  for (let attempt = 0; attempt < failuresAllowed; attempt++) limit.countFailure('old', 0)
  for (let address = 0; address < 1_000; address++) limit.countFailure(`n${address}`, 1)
  expect(limit.isShutOut('old', 1)).toBe(false)
})

test('bursts pass, hammering does not, and patience is rewarded', () => {
  const rate = createRateLimit(3, 2, 0)
  expect([0, 0, 0, 0].map(atMs => rate.spend(atMs))).toEqual([true, true, true, false])
  expect([499, 500, 501].map(atMs => rate.spend(atMs))).toEqual([false, true, false])
  expect([60_000, 60_000, 60_000, 60_000].map(atMs => rate.spend(atMs))).toEqual([true, true, true, false])
})

test('silence is warned about before it ends, and a nameless guest has less time', () => {
  expect(checkIdleness(idleLimits.warnMs - 1, false)).toBe('fine')
  expect(checkIdleness(idleLimits.warnMs, false)).toBe('warn')
  expect(checkIdleness(idleLimits.endMs, false)).toBe('end')
  expect(checkIdleness(idleLimits.namingMs, true)).toBe('end')
})
