// Octal digits and boxes say the same.

import { expect, test } from 'vitest'
import { digitsOf, hasRight, modeInLetters, modeOf, withRight } from './mode-bits.ts'

test('8.2 digits become bits and come back', () => {
  expect(modeOf('0640')).toBe(0o640)
  expect(modeOf('755')).toBe(0o755)
  expect(digitsOf(0o7)).toBe('007')
  for (const wrong of ['', '64', '888', '4755', 'rwx']) expect(modeOf(wrong)).toBeNull()
})

test('8.2 boxes change one bit each', () => {
  expect(modeInLetters(0o640)).toBe('rw-r-----')
  expect(hasRight(0o640, 'group', 'read')).toBe(true)
  expect(withRight(0o640, 'others', 'execute', true)).toBe(0o641)
  expect(withRight(0o640, 'owner', 'write', false)).toBe(0o440)
})
