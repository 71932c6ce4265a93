// Tests of sentences that are cut at their places.

import { expect, test } from 'vitest'
import { sentenceParts } from './sentence-segments.ts'

test('words and places come in the order of the language', () => {
  const parts = sentenceParts(['a', 'b'], ({ a, b }) => `First ${b}, then ${a}.`)
  expect(parts).toEqual([
    { kind: 'words', text: 'First' },
    { kind: 'place', place: 'b' },
    { kind: 'words', text: ', then' },
    { kind: 'place', place: 'a' },
    { kind: 'words', text: '.' },
  ])
})
