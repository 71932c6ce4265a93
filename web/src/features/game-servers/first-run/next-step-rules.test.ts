// Tests of when the next steps are offered.

import { expect, test } from 'vitest'
import { areNextStepsOffered, type Facts } from './next-step-rules.ts'

const facts: Facts = {
  ...{ isAdministrator: true, gameServers: 1, createdAtMs: 0 },
  ...{ isRunning: true, isDismissed: false, nowMs: 60_000 },
}

test('they are offered once the first game server runs', () => {
  expect(areNextStepsOffered(facts)).toBe(true)
  expect(areNextStepsOffered({ ...facts, isRunning: false })).toBe(false)
})

test('and not to others, not for ever, not against their will, not to those who know their way', () => {
  expect(areNextStepsOffered({ ...facts, isAdministrator: false })).toBe(false)
  expect(areNextStepsOffered({ ...facts, nowMs: 8 * 86_400_000 })).toBe(false)
  expect(areNextStepsOffered({ ...facts, isDismissed: true })).toBe(false)
  expect(areNextStepsOffered({ ...facts, gameServers: 2 })).toBe(false)
})
