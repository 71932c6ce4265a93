// Tests of how task output becomes lines.

import { expect, test } from 'vitest'
import { outputLines } from './output-line-rules.ts'

test('color codes and titles are left out', () => {
  expect(outputLines('\u001b[1;32mok\u001b[0m\n\u001b]0;title\u0007done\n', 10)).toEqual(['ok', 'done'])
})

test('a carriage return shows the last state of a line', () => {
  expect(outputLines(' 10 %\r 50 %\r100 %\r\nnext\r\n', 10)).toEqual(['100 %', 'next'])
})

test('keeps the newest lines and empty ones between', () => {
  expect(outputLines('a\n\nb\nc', 3)).toEqual(['', 'b', 'c'])
  expect(outputLines('', 3)).toEqual([])
})
