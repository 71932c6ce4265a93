// Reasons as nodes send them, and what people read.

import { describe, expect, test } from 'vitest'
import { textsForTests } from '../../texts/texts-for-tests.ts'
import { anyReasonText } from './all-reasons.ts'
import { frequentReasonText, hasNeededMemory, reasonText } from './reason-rules.ts'

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

describe('with every reason there is', () => {
  const say = (inner: string) => frequentReasonText(german, inner) ?? inner
  test.each([
    [
      'packing world: 3.1 MiB of 40 MiB packed (7 %)',
      'world wird komprimiert: 3.1 MiB von 40 MiB komprimiert (7 %)',
    ],
    [
      'Paper 1.21.4 wird heruntergeladen: 12 MiB of 40 MiB (30 %)',
      'Paper 1.21.4 wird heruntergeladen: 12 MiB von 40 MiB (30 %)',
    ],
    [
      'taking the backup: 3 of 9 files, 1 MiB of 5 MiB',
      'Backup wird erstellt: 3 of 9 Dateien, 1 MiB von 5 MiB',
    ],
    [
      'the daemon was restarted while this was at work; the game runs',
      'Der Daemon wurde mittendrin neu gestartet. Der Server läuft.',
    ],
    ['master of puppets', null],
  ])('"%s"', (reason, text) => {
    expect(anyReasonText(german, reason, say)).toBe(text)
  })
})
