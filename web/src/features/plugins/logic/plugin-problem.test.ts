// Tests of the words for a plugin that failed.

import { expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { pluginProblemText } from './plugin-problem.ts'

const english = await textsForTests('en')

test.each([
  ['a call worked longer than 2000 ms', 'It was stopped: it didn’t answer within 2 seconds.'],
  ['a call took longer than 30000 ms in all', 'It was stopped: it didn’t answer within 30 seconds.'],
  ['it took too long to start', 'It took too long to start.'],
  ['exit code 1.', 'Exit code 1.'],
])('%s', (problem, sentence) => {
  expect(pluginProblemText(english, problem)).toBe(sentence)
})
