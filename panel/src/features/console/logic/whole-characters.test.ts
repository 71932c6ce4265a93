import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orphanedHeadBytes, unfinishedTailBytes } from './whole-characters.ts'

describe('whole characters', () => {
  test('6.2 cutting anywhere and joining again gives the text back, character by character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, where) => {
        const bytes = Buffer.from(text)
        const cut = bytes.length === 0 ? 0 : where % (bytes.length + 1)
        const tail = unfinishedTailBytes(bytes.subarray(0, cut))
        const first = bytes.subarray(0, cut - tail).toString('utf8')
        const rest = bytes.subarray(cut - tail).toString('utf8')
        expect(first + rest).toBe(text)
        expect(orphanedHeadBytes(bytes.subarray(cut - tail))).toBe(0)
      }),
    )
  })

  test('6.2 bytes that are no UTF-8 are not held back for ever', () => {
    expect(unfinishedTailBytes(Buffer.from([0x80, 0x80, 0x80, 0x80]))).toBe(0)
    expect(unfinishedTailBytes(Buffer.from([0xff]))).toBeLessThanOrEqual(1)
    expect(orphanedHeadBytes(Buffer.from([0x80, 0x80, 0x80, 0x80]))).toBe(3)
  })
})
