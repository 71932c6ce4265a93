// Tests of what is made of the messages of a frame.

import { expect, test } from 'vitest'
import { readFrameMessage } from './frame-message.ts'

test('5.12 messages that are known are taken, with nothing but what belongs to them', () => {
  const request = { type: 'request', id: 1, method: 'GET', path: '/x', body: null }
  expect(readFrameMessage({ ...request, token: 'x' })).toEqual(request)
  expect(readFrameMessage({ type: 'shown', more: 1 })).toEqual({ type: 'shown' })
  expect(readFrameMessage({ type: 'height', height: 80.5 })).toEqual({ type: 'height', height: 80.5 })
  expect(readFrameMessage({ type: 'failed', words: 'x'.repeat(9_999) })).toMatchObject({
    words: 'x'.repeat(300),
  })
  expect(readFrameMessage({ type: 'failed', words: {} })).toEqual({ type: 'failed', words: '' })
})

test.each([
  null,
  'shown',
  7,
  [],
  {},
  { type: 'start' },
  { type: 'height', height: Number.NaN },
  { type: 'height', height: -1 },
  { type: 'height', height: '9' },
  { type: 'request', id: 1, method: 'PATCH', path: '/x', body: null },
  { type: 'request', id: 1, method: 'get', path: '/x', body: null },
  { type: 'request', id: 1.5, method: 'GET', path: '/x', body: null },
  { type: 'request', id: 1, method: 'GET', path: ['/x'], body: null },
  { type: 'request', id: 1, method: 'POST', path: '/x', body: { a: 1 } },
])('5.12 %j is nothing', said => {
  expect(readFrameMessage(said)).toBeNull()
})
