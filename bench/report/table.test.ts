// The table that benches print.

import { expect, test } from 'vitest'
import { atLeast, atMost, type Row, ratioAtLeast, ratioAtMost } from './row.ts'
import { cellsOf, tableLines } from './table.ts'

const row: Row = { work: 'a list', figure: 8_627.4, unit: '/s', baseline: 22_217 }

test('a row tells work, figure, baseline, ratio and aim', () => {
  expect(cellsOf({ ...row, aim: ratioAtLeast(0.3) })).toEqual([
    'a list',
    '8,627/s',
    '22,217/s',
    '0.39',
    '>= 0.3',
    '',
  ])
})

test.each([
  ['a ratio too small', { ...row, aim: ratioAtLeast(0.5) }],
  ['a ratio too large', { ...row, aim: ratioAtMost(0.3) }],
  ['a figure too large', { ...row, aim: atMost(8_000) }],
  ['a figure too small', { ...row, aim: atLeast(9_000) }],
  ['nothing measured', { ...row, figure: Number.NaN, aim: atMost(9_000) }],
  ['no baseline for a ratio', { work: 'a list', figure: 1, unit: 'ms', aim: ratioAtLeast(0.1) }],
] satisfies [string, Row][])('%s ends with the words below aim', (_, missing) => {
  expect(tableLines([missing]).at(-1)).toMatch(/ below aim$/)
})

test.each([
  ['a ratio', { ...row, aim: ratioAtLeast(0.38) }],
  ['a figure', { ...row, aim: atMost(8_628) }],
  ['no aim', row],
] satisfies [string, Row][])('%s that is reached is no miss', (_, reached) => {
  expect(tableLines([reached]).at(-1)).not.toContain('below aim')
})

test('columns stand below each other, and units stay with their figures', () => {
  const rows: Row[] = [
    { work: 'memory', figure: 119.6, unit: 'MB', baseline: 61.84, aim: atMost(120) },
    { work: 'a check, remembered', figure: 0.01234, unit: 'ms' },
  ]
  expect(tableLines(rows)).toEqual([
    'work                 figure     baseline  ratio  aim',
    'memory               120 MB     61.8 MB   1.93   <= 120 MB',
    'a check, remembered  0.0123 ms',
  ])
})
