// What a console takes as a line.

import { describe, expect, it } from 'vitest'
import { checkConsoleLine } from './console-line.ts'

const check = (text: string) => checkConsoleLine(Buffer.from(text))

describe('console line', () => {
  it('is typed with exactly one newline', () => {
    for (const text of ['say hé', 'say hé\n', 'say hé\r\n']) {
      expect(check(text)).toEqual({ typed: Buffer.from('say hé\n') })
    }
    expect(check('')).toEqual({ typed: Buffer.from('\n') })
  })

  it('is refused when it is too long or acts on the terminal', () => {
    expect(check('x'.repeat(4_000))).toHaveProperty('typed')
    expect(check('x'.repeat(4_001))).toEqual({ problem: expect.stringContaining('4001 bytes') })
    for (const text of ['a\nb', '\u0003', 'a\u001b[A', 'x\u007f', 'a\u0000', 'a\n\n', '\u0004']) {
      expect(check(text), JSON.stringify(text)).toEqual({ problem: expect.stringContaining('control') })
    }
  })
})
