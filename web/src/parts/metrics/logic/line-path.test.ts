import { expect, test } from 'vitest'
import { bridgedStep, linePath } from './line-path.ts'

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

const every = (seconds: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / seconds) + 1 }, (_, n) => [from + n * seconds, 10] as const)
/** As the small line of the last minute is drawn; how many pieces it has. */
const piecesOf = (points: readonly (readonly [number, number])[]) =>
  linePath(points, { ...drawing, top: 5, longestStep: bridgedStep(points), fewestPoints: 3 }).line.split('M')
    .length - 1

test('a long silence is a gap, nothing is drawn of nothing, and more than the top stays inside', () => {
  const apart = [0, 2, 4, 30, 32].map(at => [at, 10] as const)
  expect(linePath(apart, { ...drawing, top: 5 }).line).toBe('M0 0L2.4 0L4.8 0M36 0L38.4 0')
  expect(linePath(apart, { ...drawing, top: 5, longestStep: 26 }).line).toBe('M0 0L2.4 0L4.8 0L36 0L38.4 0')
  expect(linePath(apart, { ...drawing, top: 5, fewestPoints: 3 }).line).toBe('M0 0L2.4 0L4.8 0')
  expect(linePath([], { ...drawing, top: 5 })).toEqual({ line: '', area: '' })
})

test('a small line goes on over silences shorter than three usual steps', () => {
  expect(piecesOf([...every(6, 0, 24), ...every(6, 40, 58)])).toBe(1)
  expect(piecesOf([...every(2, 0, 20), ...every(2, 31, 59)])).toBe(1)
  expect(piecesOf([...every(2, 0, 20), ...every(2, 40, 58)])).toBe(2)
})

test('where figures come rarely there is one line or none, and no crumbs', () => {
  expect(piecesOf(every(15, 0, 60))).toBe(1)
  // They came more often before.
  expect(piecesOf([...every(2, 0, 14), ...every(15, 29, 59)])).toBe(1)
  expect(piecesOf([...every(2, 0, 2), ...every(2, 30, 32), ...every(2, 57, 59)])).toBe(0)
  expect(piecesOf(every(30, 0, 30))).toBe(0)
})
