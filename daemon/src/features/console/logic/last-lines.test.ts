import { lastLineBytes, lastLinesLimit } from '@rookery/contracts/crash-report.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastLines } from './last-lines.ts'

const linesOf = (text: string) => lastLines(Buffer.from(text))

describe('the last lines of a game', () => {
  test('are text: no colors, titles or cursor moves, no empty lines', () => {
    const output =
      '\x1b]0;title\x07first\r\n\r\n\x1b[31mred\x1b[0m\x1b[2K\n  \nloading 1%\rloading 99%\r\nend'
    expect(linesOf(output)).toEqual(['first', 'red', 'loading 99%', 'end'])
  })

  test('are few, and each is short without breaking a character', () => {
    const many = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n')
    expect(linesOf(many)).toHaveLength(lastLinesLimit)
    expect(linesOf(many).at(-1)).toBe('line 99')
    const [long = ''] = linesOf('ü'.repeat(1_000))
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(lastLineBytes)
    expect(long).toMatch(/^ü+$/)
  })

  test('keep to their limits whatever was printed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), bytes => {
        const lines = lastLines(bytes)
        expect(lines.length).toBeLessThanOrEqual(lastLinesLimit)
        for (const line of lines) expect(line).toMatch(/^(?:\t|\P{Cc})*$/u)
      }),
    )
  })
})
