// Tests of what is typed while Ctrl is held on a touch screen.

import { expect, test } from 'vitest'
import { withControl } from './touch-key-rules.ts'

test('letters become control characters, and nothing else does', () => {
  expect(withControl('c')).toBe('\u0003')
  expect(withControl('D')).toBe('\u0004')
  expect(withControl('[')).toBe('\u001b')
  expect(withControl('1')).toBe('1')
  expect(withControl('\u001b[A')).toBe('\u001b[A')
  expect(withControl('')).toBe('')
})
