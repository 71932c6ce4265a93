// Tests of the words for a plugin that failed.

import { expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { pluginProblemText } from './plugin-problem.ts'

const english = await textsForTests('en')
const german = await textsForTests('de')

test.each([
  ['a call worked longer than 2000 ms', 'It was stopped: it didn’t answer within 2 seconds.'],
  ['a call took longer than 30000 ms in all', 'It was stopped: it didn’t answer within 30 seconds.'],
  ['it took too long to start', 'It took too long to start.'],
  ['exit code 1.', 'Exit code 1.'],
])('%s', (problem, sentence) => {
  expect(pluginProblemText(english, problem)).toBe(sentence)
})

test.each([
  ['it took too long to start', 'Der Start hat zu lange gedauert.'],
  [
    'the module speaks version 3, the host 1',
    'Es wurde für Version 3 der Plugin-Schnittstelle gebaut. Dieses Panel hat 1.',
  ],
  [
    'the module has several memories: one is allowed',
    'Sein Modul ist nicht erlaubt: the module has several memories: one is allowed',
  ],
])('in the language of the reader: %s', (problem, sentence) => {
  expect(pluginProblemText(german, problem)).toBe(sentence)
})
