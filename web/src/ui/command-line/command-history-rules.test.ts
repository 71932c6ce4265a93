// Tests of walking through earlier commands.

import { expect, test } from 'vitest'
import { newHistory, remember, walk } from './command-history-rules.ts'

test('arrow keys walk to older commands and back to the draft', () => {
  let step = walk(newHistory(['one', 'two']), 'older', 'dra')
  expect(step.line).toBe('two')
  step = walk(step.history, 'older', step.line)
  expect(step.line).toBe('one')
  step = walk(step.history, 'older', step.line)
  expect(step.line).toBe('one')
  step = walk(step.history, 'newer', step.line)
  step = walk(step.history, 'newer', step.line)
  expect(step.line).toBe('dra')
})

test('an empty history keeps what is typed', () => {
  expect(walk(newHistory([]), 'older', 'typed').line).toBe('typed')
})

test('repeats count once and the list does not grow without end', () => {
  expect(remember(newHistory(['a']), 'a').commands).toEqual(['a'])
  const many = Array.from({ length: 150 }, (_, at) => `c${at}`).reduce(remember, newHistory([]))
  expect([many.commands.length, many.commands.at(-1)]).toEqual([100, 'c149'])
})
