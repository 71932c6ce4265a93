// The last line of a test run counts everything that went wrong.

import { expect, test } from 'vitest'
import { summaryLine, type TestReport } from './test-summary.ts'

const report = (changes: Partial<TestReport>): TestReport => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...changes,
})

test.each([
  ['all passed', report({}), 0, '3 passed, 0 failed'],
  ['some skipped', report({ numPendingTests: 2, numTodoTests: 1 }), 0, '3 passed, 0 failed, 3 skipped'],
  ['a failed test', report({ numFailedTests: 1 }), 1, '3 passed, 1 failed'],
  [
    'a failed test in a failed file counts once',
    report({
      numFailedTests: 1,
      testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }] }],
    }),
    1,
    '3 passed, 1 failed',
  ],
  [
    'a file that could not be loaded',
    report({ testResults: [{ status: 'failed', assertionResults: [] }] }),
    1,
    '3 passed, 1 failed',
  ],
  ['an error outside of any test', report({}), 1, '3 passed, 1 failed'],
  ['no report at all', null, 1, '0 passed, 1 failed'],
])('%s', (_name, given, status, line) => {
  expect(summaryLine(given, status)).toBe(line)
})
