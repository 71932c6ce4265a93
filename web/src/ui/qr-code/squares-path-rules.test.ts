// Tests of the drawing of QR codes.

import { expect, test } from 'vitest'
import { squaresPath } from './squares-path-rules.ts'

test('runs of dark squares become one rectangle each, to the edge', () => {
  expect(
    squaresPath([
      [true, true, false, true],
      [false, false, false, false],
      [false, true, true, true],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z')
})
