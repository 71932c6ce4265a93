// Tests of what helps where an attempt to deliver was refused.

import { expect, test } from 'vitest'
import { adviceOf, needsEdit } from './outcome-rules.ts'

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
