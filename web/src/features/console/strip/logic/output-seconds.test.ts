// Tests of the count of lines that each second has brought.

import { expect, test } from 'vitest'
import { type OutputSeconds, withChunks } from './output-seconds.ts'

const text = (content: string, at: number | null) => ({ kind: 'text', text: content, at }) as const

test('lines are counted where they end, and only those that somebody saw come', () => {
  let seconds: OutputSeconds = new Map()
  seconds = withChunks(seconds, [text('old\nolder\n', null), text('one\ntwo\nthr', 100)])
  seconds = withChunks(seconds, [text('ee\n', 100), { kind: 'gap' }, text('four\n', 102)])
  expect([...seconds]).toEqual([
    [100, 3],
    [102, 1],
  ])
})

test('a history alone changes nothing, and what is older than the strip is forgotten', () => {
  const known = withChunks(new Map(), [text('one\n', 100)])
  expect(withChunks(known, [text('told again\n', null)])).toBe(known)
  expect([...withChunks(known, [text('late\n', 1000)]).keys()]).toEqual([1000])
})
