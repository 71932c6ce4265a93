// Tests of what lines say at a moment and over a stretch of time, and where keys move the cursor.

import { describe, expect, test } from 'vitest'
import { cursorAfterKey } from './cursor-steps.ts'
import { linePath } from './line-path.ts'
import type { Point } from './metric-history.ts'
import { lastBefore, pointsWithin, reachOf, valueAt } from './readings.ts'
import { toggleLine } from './visible-lines.ts'

const points: Point[] = [
  [0, 10],
  [5, 30],
  [10, 20],
  [60, 5],
]
const window = { fromSeconds: 0, toSeconds: 10 }

describe('readings', () => {
  test('the nearest value counts, and a gap has none', () => {
    expect([0, 2, 3, 12, 30, 58, 90].map(at => valueAt(points, at, 5))).toEqual([
      10,
      10,
      30,
      20,
      null,
      5,
      null,
    ])
    expect(valueAt([], 3, 5)).toBeNull()
  })

  test('before a crash the last value counts, unless it is too old', () => {
    expect([10, 12, 40].map(at => lastBefore(points, at, 20))).toEqual([20, 20, null])
    expect(lastBefore(points, -1, 20)).toBeNull()
  })

  test('both ends of a stretch belong to it', () => {
    expect(pointsWithin(points, { fromSeconds: 5, toSeconds: 60 })).toEqual(points.slice(1))
  })

  test('newest, least and most are those of what is shown', () => {
    expect(reachOf(points, window)).toEqual({ newest: 20, least: 10, most: 30 })
    expect(reachOf(points, { fromSeconds: 20, toSeconds: 50 })).toBeNull()
  })
})

describe('keys', () => {
  const moments = [0, 5, 10, 15, 20, 60]
  const visible = { fromSeconds: 5, toSeconds: 20 }

  test('arrows walk over what is shown and stop at its ends', () => {
    const walk = (key: string, at: number | null) => cursorAfterKey(key, at, moments, visible)
    expect(walk('ArrowLeft', null)).toBe(20)
    expect(walk('ArrowLeft', 20)).toBe(15)
    expect(walk('ArrowRight', 20)).toBe(20)
    expect(walk('PageUp', 20)).toBe(5)
    expect(walk('Home', 20)).toBe(5)
    expect(walk('End', null)).toBe(20)
    expect(walk('ArrowRight', 60)).toBe(20)
  })

  test('other keys are left to the page', () => {
    expect(cursorAfterKey('a', 20, moments, visible)).toBeUndefined()
  })
})

test('a small line is broken at a gap and closed along the lower edge', () => {
  const drawing = { window: { fromSeconds: 0, toSeconds: 60 }, top: 40, width: 60, height: 20 }
  expect(linePath(points, drawing)).toEqual({
    line: 'M0 15L5 5L10 10M60 17.5',
    area: 'M0 20L0 15L5 5L10 10L10 20ZM60 20L60 17.5L60 20Z',
  })
  expect(linePath([], drawing)).toEqual({ line: '', area: '' })
})

test('a legend switches lines off and on, and never all of them off', () => {
  const all = ['in', 'out']
  const one = toggleLine(new Set(), 'in', all)
  expect([...one]).toEqual(['in'])
  expect([...toggleLine(one, 'in', all)]).toEqual([])
  expect([...toggleLine(one, 'out', all)]).toEqual([])
})
