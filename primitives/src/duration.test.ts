// Lengths of time are read as people write them.

import { expect, test } from 'vitest'
import { parseDurationSeconds } from './duration.ts'

test.each([
  ['30s', 30],
  ['15m', 900],
  ['24h', 86_400],
  ['1d', 86_400],
  ['1D12h', 129_600],
  ['7d', 604_800],
  [5, 5],
  ['1h30m', 5400],
  ['500ms', 0.5],
  ['1.5s', 1.5],
  ['0', 0],
  ['90', 90],
  [' 10S ', 10],
])('%s is a time', (text, seconds) => {
  expect(parseDurationSeconds(text)).toBeCloseTo(seconds, 6)
})

test.each([
  '',
  'x',
  '-1s',
  '1y',
  '1w',
  '1 d',
  '10 s',
  's',
  '1e3',
  'Infinity',
  '1s1',
  '1..5s',
  '999999999999s',
])('"%s" is no time', text => {
  expect(parseDurationSeconds(text)).toBeNull()
})
