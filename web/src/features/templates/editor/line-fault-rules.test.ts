// Tests of faults that belong to a line.

import { problemLine } from '@rookery/contracts/template/read-template.ts'
import { expect, test } from 'vitest'
import { asCopy, lineFaults, lineSpan } from './line-fault-rules.ts'

test('the line that the panel names is found, and what has none stays whole', () => {
  const reported = problemLine({ line: 12, place: 'ports.game', words: 'is missing' })
  expect(lineFaults([reported, 'text: is empty'])).toEqual([
    { line: 12, words: 'ports.game: is missing' },
    { line: null, words: 'text: is empty' },
  ])
})

test('a line can be selected', () => {
  expect(lineSpan('one\ntwo\nthree', 2)).toEqual([4, 7])
  expect(lineSpan('one\ntwo', 2)).toEqual([4, 7])
  expect(lineSpan('one', 9)).toEqual([4, 4])
})

test('a copy gets a slug of its own', () => {
  expect(asCopy('# x\nslug: arena\nname: Arena')).toBe('# x\nslug: arena-copy\nname: Arena')
  expect(asCopy('slug: "arena"\n')).toBe('slug: arena-copy\n')
})
