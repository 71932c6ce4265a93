// Answers of nodes that are older, or not ours any more, are told as such and never as a fault of the panel.

import { expect, test } from 'vitest'
import { readUnknownServers } from './unknown-servers.ts'

const answer = (json: string) => ({ errorCode: '', errorMessage: '', json })
const unavailable = (message: string) => expect.objectContaining({ status: 503, message })

test('a node that does not know the question says so in its own words', () => {
  const message = 'the daemon does not know this question: update it'
  expect(() => readUnknownServers({ errorCode: 'invalid_input', errorMessage: message, json: '' })).toThrow(
    unavailable(message),
  )
})

test.each(['', '{', '{}', '[{"uuid":"../x"}]', '[{"name":"x","__proto__":1}]'])(
  'the answer %j of a node cannot be read',
  json =>
    expect(() => readUnknownServers(answer(json))).toThrow(
      unavailable('the node gave an answer that cannot be read'),
    ),
)

test('what only has files is listed', () => {
  const uuid = '3bde2a0c-3da7-46f8-b273-ad01a3a0800b'
  const stored = { uuid, state: null, installed: true, removed_at_ms: null, definition: null }
  expect(readUnknownServers(answer(JSON.stringify([stored])))).toEqual([stored])
})
