// Tests of how many messages a part may send.

import { expect, test } from 'vitest'
import { type MessageBudget, newBudget, spendMessage } from './message-budget.ts'

function sent(count: number, everyMs: number): number {
  let budget: MessageBudget | null = newBudget(0)
  for (let at = 1; at <= count; at++) {
    budget = spendMessage(budget, at * everyMs)
    if (!budget) return at - 1
  }
  return count
}

test('5.12 a flood ends after the burst, a steady talker goes on', () => {
  expect(sent(10_000, 0)).toBe(120)
  expect(sent(10_000, 1)).toBeLessThan(130)
  expect(sent(10_000, 40)).toBe(10_000)
})

test('a clock that goes back gives nothing', () => {
  expect(spendMessage({ left: 1, atMs: 5_000 }, 0)).toEqual({ left: 0, atMs: 0 })
  expect(spendMessage({ left: 0.5, atMs: 5_000 }, 0)).toBeNull()
})
