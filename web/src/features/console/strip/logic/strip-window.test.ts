// Tests of the stretch of time above the console.

import { expect, test } from 'vitest'
import { secondAt, shareOf, stripWindow } from './strip-window.ts'

test('the strip ends with the newest sample or line, or now when there is neither', () => {
  expect(stripWindow(1000, 1003, 2000)).toEqual({ fromSeconds: 703, toSeconds: 1003 })
  expect(stripWindow(1000, null, 2000)).toEqual({ fromSeconds: 700, toSeconds: 1000 })
  expect(stripWindow(null, null, 2000.7)).toEqual({ fromSeconds: 1700, toSeconds: 2000 })
})

test('a place is a whole second, and the second has that place', () => {
  const window = { fromSeconds: 700, toSeconds: 1000 }
  expect([-1, 0, 0.5, 0.501, 2].map(share => secondAt(window, share))).toEqual([700, 700, 850, 850, 1000])
  expect(shareOf(window, 850)).toBe(0.5)
  expect(shareOf(window, 1001)).toBeNull()
})
