// Words of the console.

import { expect, test } from 'vitest'
import { parseAdminCommand } from './admin-command.ts'

test.each([
  ['', { kind: 'nothing' }],
  ['  STATUS ', { kind: 'status' }],
  ['say  two  words', { kind: 'say', text: 'two  words' }],
  ['kick Bob now', { kind: 'kick', name: 'Bob' }],
  ['count 5', { kind: 'count', lines: 5, pauseMs: 0 }],
  ['count 5 20', { kind: 'count', lines: 5, pauseMs: 20 }],
  ['flood 3', { kind: 'flood', megabytes: 3 }],
  ['crash', { kind: 'crash', code: 1 }],
  ['crash 0', { kind: 'crash', code: 0 }],
  ['stop', { kind: 'stop' }],
])('%j is understood', (line, command) => {
  expect(parseAdminCommand(line)).toEqual(command)
})

test.each([
  'say',
  'kick',
  'ban',
  'unban',
  'map',
  'count',
  'count 0',
  'count -1',
  'count 1e3',
  'count 5 x',
  'flood',
  'crash 256',
  'dance',
])('%j is answered with what to do', line => {
  expect(parseAdminCommand(line)).toMatchObject({
    kind: 'wrong',
    reason: expect.stringMatching(/usage|help/i),
  })
})
