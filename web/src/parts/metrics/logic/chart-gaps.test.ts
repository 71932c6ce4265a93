// Tests of where a chart says that nothing was measured.

import { expect, test } from 'vitest'
import { gapsOf } from './chart-gaps.ts'
import type { Mark } from './chart-marks.ts'
import type { Point } from './metric-history.ts'

const every = (from: number, to: number): Point[] =>
  Array.from({ length: (to - from) / 10 + 1 }, (_, index) => [from + index * 10, 1])
const mark = (atSeconds: number, kind: Mark['kind']): Mark => ({ atSeconds, kind, detail: null })
const window = { fromSeconds: 0, toSeconds: 1000 }

test('a gap after a stop or a crash is one in which the game was stopped', () => {
  const points = [...every(0, 400), ...every(600, 1000)]
  expect(gapsOf(points, window, [mark(402, 'crash'), mark(598, 'start')])).toEqual([
    { place: 0.4, width: 0.2, reason: 'stopped' },
  ])
  expect(gapsOf(points, window, [mark(300, 'start')])).toEqual([{ place: 0.4, width: 0.2, reason: 'noData' }])
})

test('what comes before the first start was stopped, and a chart ends with what ended last', () => {
  const marks = [mark(295, 'start'), mark(805, 'stop')]
  expect(gapsOf(every(300, 800), window, marks).map(({ place, reason }) => [place, reason])).toEqual([
    [0, 'stopped'],
    [0.8, 'stopped'],
  ])
  expect(gapsOf(every(300, 800), window, []).map(({ reason }) => reason)).toEqual(['noData', 'noData'])
})

test('a single missed look is no gap, and a chart without any value has none', () => {
  expect(gapsOf([...every(0, 500), ...every(520, 1000)], window, [])).toEqual([])
  expect(gapsOf([], window, [])).toEqual([])
})
