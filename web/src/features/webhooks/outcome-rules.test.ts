// Tests of what an attempt to deliver means.

import { expect, test } from 'vitest'
import { adviceOf, needsEdit, tookText } from './outcome-rules.ts'

test.each([
  [84, 'en', '84 ms'],
  [999, 'en', '999 ms'],
  [1_240, 'en', '1.2 s'],
  [15_000, 'en', '15 s'],
  [15_000, 'de', '15 s'],
] as const)('%i ms in %s is %s', (ms, language, text) => {
  expect(tookText(ms, language).replace('\u00a0', ' ')).toBe(text)
})

test.each([
  [401, 'discord', 'rejectedByChat', true],
  [403, 'slack', 'rejectedByChat', true],
  [401, 'rookery', 'rejected', true],
  [404, 'discord', 'gone', true],
  [410, 'rookery', 'gone', true],
  [429, 'discord', 'limited', false],
  [503, 'rookery', 'faulty', false],
  [302, 'rookery', null, false],
  [null, 'rookery', null, false],
] as const)('a status of %s from %s: %s', (status, format, advice, isEdited) => {
  expect(adviceOf({ status }, format)).toBe(advice)
  expect(needsEdit(advice)).toBe(isEdited)
})
