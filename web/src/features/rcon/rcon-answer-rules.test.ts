// Tests of reading what a game answered.

import { expect, test } from 'vitest'
import { readableAnswer } from './rcon-answer-rules.ts'

test.each([
  ['§6There are §c2§6 of a max of §c20§6 players', 'There are 2 of a max of 20 players'],
  ['\u001b[32mINFO\u001b[0m ready\r\nagain\n\n', 'INFO ready\nagain'],
  ['^1Red^7Team', 'RedTeam'],
  ['2 ^ 3, § alone', '2 ^ 3, § alone'],
])('%j reads as %j', (output, text) => {
  expect(readableAnswer(output)).toBe(text)
})
