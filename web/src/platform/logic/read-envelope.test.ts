import { expect, test } from 'vitest'
import { readEnvelope } from './read-envelope.ts'

test('6.1 a message is its type, its payload and its time', () => {
  const message = { type: 'console.output', payload: { seq: 1 }, ts: 7 }
  expect(readEnvelope(JSON.stringify({ ...message, later: true }))).toEqual(message)
})

test.each([
  '',
  'Bad gateway',
  'null',
  '7',
  '[]',
  '{"type":7,"payload":{}}',
  '{"type":"a","payload":null}',
  '{"type":"a"}',
])('6.1 %j is no message of the panel', text => expect(readEnvelope(text)).toBeNull())
