// Reasons as nodes send them, and what people read.

import { expect, test } from 'vitest'
import { textsForTests } from '../../texts/texts-for-tests.ts'
import { hasNeededMemory, reasonText } from './reason-rules.ts'

const english = await textsForTests('en')
const german = await textsForTests('de')

test.each([
  ['exit code 137', 'Exit code 137'],
  ['ended with exit code 1', 'Exit code 1'],
  [
    'stopped unexpectedly, exit code 127: the program of the start command was not found',
    'Stopped unexpectedly, exit code 127',
  ],
  ['the node is not connected; the task waits for it', 'The node is offline. This starts when it’s back.'],
  ['waits because 4 installations are at work on this node', 'The node is busy with other tasks'],
  ['waits for task 12 (install) of this game server', 'Waiting for another task of this server'],
  ['one player is there', '1 player was online'],
  ['3 players are there', '3 players were online'],
  [
    'a run was missed: the daemon was not running, the node slept, or its clock was moved',
    'The node was off or asleep, or its clock changed',
  ],
])('says "%s" as a sentence', (reason, sentence) => {
  expect(reasonText(english, reason)).toBe(sentence)
})

test('speaks the language of the reader', () => {
  expect(reasonText(german, 'started again after a crash')).toBe('Nach einem Absturz neu gestartet')
})

test('leaves an unknown reason as it is, with a capital letter', () => {
  expect(reasonText(german, 'fetching server.jar: the server answered 503')).toBe(
    'Fetching server.jar: the server answered 503',
  )
})

test('knows a crash that only more memory helps against', () => {
  expect(hasNeededMemory('stopped unexpectedly: it needed more memory than its limit of 4 GiB')).toBe(true)
  expect([null, '', 'stopped unexpectedly, exit code 1'].map(hasNeededMemory)).toEqual([false, false, false])
})
