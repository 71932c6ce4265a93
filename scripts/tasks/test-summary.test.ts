// The end of a test run names and counts everything that went wrong.

import { expect, test } from 'vitest'
import {
  failureLines,
  leftOutLines,
  type RunNotes,
  slowestLines,
  summaryLine,
  type TestReport,
} from './test-summary.ts'

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
      testResults: [{ name: '/r/a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] }],
    }),
    1,
    '3 passed, 1 failed',
  ],
  [
    'a file that could not be loaded',
    report({ testResults: [{ name: '/r/a.test.ts', status: 'failed', assertionResults: [] }] }),
    1,
    '3 passed, 1 failed',
  ],
  ['an error outside of any test', report({}), 1, '3 passed, 1 failed'],
  ['no report at all', null, 1, '0 passed, 1 failed'],
])('%s', (_name, given, status, line) => {
  expect(summaryLine(given, status)).toBe(line)
})

test('failures are named with their file and reason', () => {
  const given = report({
    testResults: [
      {
        name: '/r/good.test.ts',
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'good' }],
      },
      {
        name: '/r/a/b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'one' },
          { status: 'failed', fullName: 'two', failureMessages: ['expected 1 to be 2\n  at b.test.ts:3'] },
        ],
      },
      { name: '/r/broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  })
  expect(failureLines(given, '/r')).toEqual([
    'FAILED a/b.test.ts > two\n    expected 1 to be 2\n      at b.test.ts:3',
    'FAILED broken.test.ts > the file\n    no such module',
  ])
  expect(failureLines(null, '/r')).toEqual([])
})

const notes = (changes: Partial<RunNotes>): RunNotes => ({ files: [], leftOut: [], ...changes })

test('the slowest files are named, the slowest first', () => {
  const files = [1, 30.25, 2, 4].map((seconds, index) => ({ name: `/r/${index}.test.ts`, seconds }))
  expect(slowestLines(notes({ files }), '/r', 2)).toEqual([
    'The 2 slowest of 4 files:',
    '   30.3 s  1.test.ts',
    '    4.0 s  3.test.ts',
  ])
  expect(slowestLines(notes({ files }), '/r')).toEqual([])
  expect(slowestLines(null, '/r')).toEqual([])
})

test('what is left out is named with its reasons', () => {
  const leftOut = ['no Chromium here', 'mounting needs root']
  expect(leftOutLines(notes({ leftOut }), report({ numPendingTests: 7 }), true)).toEqual([
    'Left out here (7 tests):',
    '  mounting needs root',
    '  no Chromium here',
  ])
  expect(leftOutLines(notes({}), report({ numPendingTests: 1 }), false)).toEqual([
    'Left out here (1 test):',
    expect.stringMatching(/^ {2}this is not root: /),
  ])
  expect(leftOutLines(notes({}), report({}), false)).toEqual([])
  expect(leftOutLines(null, null, false)).toEqual([])
})
