// Tests of which cron expressions can be said in words.

import { expect, test } from 'vitest'
import { simpleCron } from './cron-text-rules.ts'

test('one time of day on some weekdays in some months', () => {
  expect(simpleCron('0 18 * 6-8 FRI')).toEqual({ at: '18:00', days: [5], months: [6, 7, 8] })
  expect(simpleCron('5 4 * * MON-FRI')).toEqual({ at: '04:05', days: [1, 2, 3, 4, 5], months: [] })
  expect(simpleCron('30 7 * dec,jan *')).toEqual({ at: '07:30', days: [], months: [12, 1] })
  expect(simpleCron('0 0 * * 7,0')).toEqual({ at: '00:00', days: [0], months: [] })
})

test('what says more stays an expression', () => {
  const more = ['*/5 * * * *', '0 4 1 * *', '0 4,16 * * *', '0 4 * * 1#2', '0 4 * 13 *', '0 4 * * FRI-MON']
  expect(more.map(simpleCron)).toEqual(more.map(() => null))
  expect(simpleCron('0 4 * *')).toBeNull()
})
