// Tests of what of a failed installation's output is open, and what is folded.

import { expect, test } from 'vitest'
import { splitLog } from './split-log.ts'

const dns = 'curl: (6) Could not resolve host: a.example'
const lines = [
  'Reading versions',
  'build is 7',
  'Building',
  'begin',
  dns,
  'tar: not found',
  'failed: Building: …',
]

test('the failing step is open up to its cause, earlier steps and what followed are folded', () => {
  expect(splitLog(lines, { step: 'Building', line: dns })).toEqual({
    before: ['Reading versions', 'build is 7'],
    failing: ['Building', 'begin', dns],
    after: ['tar: not found', 'failed: Building: …'],
  })
})

test('without a line that tells it, the end is what tells', () => {
  const { failing, after } = splitLog(lines, { step: 'Building', line: null })
  expect(failing.at(-1)).toBe('failed: Building: …')
  expect(after).toEqual([])
})

test('a step that was tried twice counts from its last try, and a line from before it does not', () => {
  const twice = ['Building', dns, 'Building', 'once more', 'failed: x']
  expect(splitLog(twice, { step: 'Building', line: dns }).failing).toEqual([
    'Building',
    'once more',
    'failed: x',
  ])
})

test('of a long step the last lines are open', () => {
  const long = ['Building', ...Array.from({ length: 100 }, (_, at) => `line ${at}`), 'failed: x']
  const { before, failing } = splitLog(long, { step: 'Building', line: null })
  expect([before.length, failing.length, failing[0]]).toEqual([62, 40, 'line 61'])
})

test('nothing printed, or no step known', () => {
  expect(splitLog([], { step: null, line: null })).toEqual({ before: [], failing: [], after: [] })
  expect(splitLog(['a', 'b'], { step: 'gone', line: 'gone' }).failing).toEqual(['a', 'b'])
})
