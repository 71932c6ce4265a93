// Tests of what counts as a time of day.

import { expect, test } from 'vitest'
import { parseClock } from './clock-field-rules.ts'

test('a time is understood the ways people write it', () => {
  const read = ['04:00', '4:05', '0405', '15.55', '3:55 PM', '3:55 pm', '12:00 am', '12 p.m.', '7', '18h30']
  expect(read.map(parseClock)).toEqual([
    ...['04:00', '04:05', '04:05', '15:55', '15:55', '15:55', '00:00', '12:00', '07:00', '18:30'],
  ])
  expect(parseClock('3:55\u202fPM')).toBe('15:55')
})

test('what is no time is none', () => {
  expect(['', '25:00', '4:60', '13 pm', '0 am', 'noon', '4:5'].map(parseClock)).toEqual(
    Array.from({ length: 7 }, () => null),
  )
})
