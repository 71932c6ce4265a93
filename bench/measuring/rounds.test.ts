// Rounds, and which of them counts.

import { expect, test } from 'vitest'
import { median, percentile } from './percentile.ts'
import { measureRounds, middleRound } from './rounds.ts'

test('the round with the median ratio counts, with figures that belong together', () => {
  const rounds = [
    { figure: 9, baseline: 10 },
    { figure: 1, baseline: 10 },
    { figure: 50, baseline: 100 },
  ]
  expect(middleRound(rounds)).toEqual({ figure: 50, baseline: 100 })
})

test('nothing measured is an error, no figure', () => {
  expect(() => middleRound([])).toThrow('nothing was measured')
})

test('both sides take turns in each of five rounds', async () => {
  const order: string[] = []
  const sides = {
    figure: async () => order.push('own'),
    baseline: async () => order.push('bare'),
  }
  expect(await measureRounds(sides, 2)).toHaveLength(5)
  expect(order).toEqual(Array.from({ length: 10 }, () => ['bare', 'own']).flat())
})

test('percentiles are values that were measured', () => {
  const values = Array.from({ length: 100 }, (_, n) => 100 - n)
  expect(percentile(values, 0.99)).toBe(99)
  expect(percentile([5], 0.99)).toBe(5)
  expect(median([3, 1, 2])).toBe(2)
  expect(percentile([], 0.5)).toBeNaN()
})
