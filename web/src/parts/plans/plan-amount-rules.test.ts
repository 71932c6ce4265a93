// Tests of amounts of plans as they are typed and shown.

import { planItems } from '@rookery/contracts/plan-items.ts'
import { expect, test } from 'vitest'
import { amountText, amountTyped, figureOf, typedLimits } from './plan-amount-rules.ts'

const none = Object.fromEntries(planItems.map(item => [item, null])) as Parameters<typeof typedLimits>[0]

test.each([
  ['servers', '3', 3],
  ['servers', '', null],
  ['databases', '0', 0],
  ['memory_bytes', '1.5', 1536 * 1024 ** 2],
  ['memory_bytes', '0', 0],
  ['cpu_percent', '250', 250],
] as const)('of %s %j means %s', (item, typed, amount) => {
  expect(amountTyped(item, typed)).toBe(amount)
})

test.each([
  ['servers', '1.5'],
  ['memory_bytes', '1.5.5'],
  ['memory_bytes', '12345678'],
  ['ports', '1234567890'],
] as const)('of %s %j is no amount', (item, typed) => {
  expect(amountTyped(item, typed)).toBeNaN()
})

test('what is stored is typed the same, to the MiB', () => {
  for (const mebibytes of [1, 100, 999, 1023, 1536, 700_001]) {
    const limits = { ...none, disk_bytes: mebibytes * 1024 ** 2 }
    expect(amountTyped('disk_bytes', typedLimits(limits).disk_bytes)).toBe(limits.disk_bytes)
  }
})

test('a figure takes a comma as a point where it may have one', () => {
  expect([figureOf('memory_bytes', '1,5 GiB'), figureOf('servers', '1,5')]).toEqual(['1.5', '15'])
})

test('amounts are shown in their unit', () => {
  expect(amountText('memory_bytes', 4 * 1024 ** 3, 'en')).toBe('4 GiB')
  expect(amountText('cpu_percent', 250, 'en')).toBe('250%')
  expect(amountText('servers', 3, 'en')).toBe('3')
})
