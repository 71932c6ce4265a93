// Answers put together.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectAnswer } from './collected-answer.ts'

describe('an answer', () => {
  it('is the same however its bytes were parted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, step) => {
        const bytes = Buffer.from(text.replaceAll('\0', ''))
        const answer = collectAnswer(100_000)
        for (let at = 0; at < bytes.length; at += step + 1) answer.add(bytes.subarray(at, at + step + 1))
        expect(answer.text()).toBe(bytes.toString())
      }),
    )
  })

  it('keeps no more than it may', () => {
    const answer = collectAnswer(10)
    for (let count = 0; count < 100; count++) answer.add(Buffer.from('abc'))
    expect(answer.text()).toBe('abcabcabca')
  })
})
