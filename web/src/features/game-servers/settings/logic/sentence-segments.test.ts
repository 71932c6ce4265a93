// Tests of sentences that are cut at their places.

import { expect, test } from 'vitest'
import { sentenceSegments } from './sentence-segments.ts'

test('words and places come in the order of the language', () => {
  const parts = sentenceSegments(['a', 'b'], ({ a, b }) => `First ${b}, then ${a}.`)
  expect(parts).toEqual([
    { kind: 'text', text: 'First' },
    { kind: 'place', place: 'b' },
    { kind: 'text', text: ', then' },
    { kind: 'place', place: 'a' },
    { kind: 'text', text: '.' },
  ])
})
