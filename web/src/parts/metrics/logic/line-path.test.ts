import { expect, test } from 'vitest'
import { linePath } from './line-path.ts'

const drawing = { window: { fromSeconds: 0, toSeconds: 60 }, width: 72, height: 20 }

test('the line of values from 0 to the top', () => {
  expect(
    linePath(
      [
        [0, 0],
        [5, 10],
      ],
      { ...drawing, top: 10 },
    ),
  ).toEqual({ line: 'M0 20L6 0', area: 'M0 20L0 20L6 0L6 20Z' })
})

test('values that are all 0 lie on the lower edge, though nothing is above them', () => {
  expect(linePath([[60, 0]], { ...drawing, top: 0 })).toEqual({
    line: 'M72 20',
    area: 'M72 20L72 20L72 20Z',
  })
})

test('a long silence is a gap, nothing is drawn of nothing, and more than the top stays inside', () => {
  const apart = [0, 2, 4, 30, 32].map(at => [at, 10] as const)
  expect(linePath(apart, { ...drawing, top: 5 }).line).toBe('M0 0L2.4 0L4.8 0M36 0L38.4 0')
  // The past comes in larger steps than what is live.
  expect(linePath(apart, { ...drawing, top: 5, bridgedSeconds: 26 }).line).toBe(
    'M0 0L2.4 0L4.8 0L36 0L38.4 0',
  )
  const alone = [0, 30, 32].map(at => [at, 10] as const)
  expect(linePath(alone, { ...drawing, top: 5, bridgedSeconds: 12 }).line).toBe('M36 0L38.4 0')
  expect(linePath([], { ...drawing, top: 5 })).toEqual({ line: '', area: '' })
})
