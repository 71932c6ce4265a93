// Tests of what the console says about itself.

import { expect, test } from 'vitest'
import { canType, consoleMessage } from './console-message.ts'

test('a lost connection is told before anything else', () => {
  expect(consoleMessage('reconnecting', 'stopped', false)).toBe('reconnecting')
  expect(consoleMessage('forbidden', 'running', true)).toBe('forbidden')
})

test('a node that is away is told before the last known state', () => {
  expect(consoleMessage('open', 'stopped', false)).toBe('away')
  expect(consoleMessage('open', 'stopped', true)).toBe('stopped')
  expect(consoleMessage('open', 'running', true)).toBeNull()
})

test('one can type into a living server over an open connection only', () => {
  expect(canType('open', 'running', true)).toBe(true)
  expect(canType('reconnecting', 'running', true)).toBe(false)
  expect(canType('open', 'running', false)).toBe(false)
  expect(canType('open', 'stopped', true)).toBe(false)
})
