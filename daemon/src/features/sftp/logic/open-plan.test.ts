import { expect, test } from 'vitest'
import { openFlags, planOpen } from './open-plan.ts'

const { read, write, append, create, truncate, exclusive } = openFlags
const replaced = { how: 'replace', mustBeNew: false }
const inPlace = { how: 'change', append: false }

test.each([
  ['a download', read, true, { how: 'read' }],
  ['a download of nothing', read, false, { how: 'read' }],
  ['a download that would make a file', read | create | truncate, true, { how: 'read' }],
  ['an upload', write | create | truncate, false, replaced],
  ['an upload over a file', write | create | truncate, true, replaced],
  ['an upload that goes on', write | create, true, inPlace],
  ['an upload that goes on with nothing', write | create, false, replaced],
  ['an exclusive upload', write | create | exclusive, false, { how: 'replace', mustBeNew: true }],
  ['an exclusive upload over a file', write | create | exclusive, true, { how: 'refuse', why: 'exists' }],
  ['a change', read | write, true, inPlace],
  ['a change of nothing', read | write, false, { how: 'refuse', why: 'not_found' }],
  ['emptying nothing', write | truncate, false, { how: 'refuse', why: 'not_found' }],
  ['appending', append | create, true, { how: 'change', append: true }],
])('T-070 %s', (_words, flags, isTaken, plan) => {
  expect(planOpen(flags, isTaken)).toEqual(plan)
})
