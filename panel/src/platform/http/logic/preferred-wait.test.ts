import { expect, test } from 'vitest'
import { preferredWait } from './preferred-wait.ts'

test.each([
  ['wait=30', 30],
  ['wait=5', 5],
  ['respond-async, wait=10', 10],
  ['Wait = "7"; foo', 7],
  ['wait=600', 30],
  ['wait=3, wait=20', 3],
])('%s is %i seconds', (header, seconds) => {
  expect(preferredWait(header)).toBe(seconds)
})

test.each([undefined, '', 'wait', 'wait=0', 'wait=-1', 'wait=1.5', 'wait=abc', 'waits=3', 'return=minimal'])(
  '%s is no wish to wait',
  header => {
    expect(preferredWait(header)).toBeNull()
  },
)

test('several headers are one list', () => {
  expect(preferredWait(['return=minimal', 'wait=4'])).toBe(4)
})
