// Finding the ready pattern in output that arrives in arbitrary pieces.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineReader, parseReadyPattern, stripEscapes } from './ready-pattern.ts'

function seesText(pieces: Uint8Array[], text: string): boolean {
  const read = createLineReader()
  return pieces.some(piece => read(piece).some(line => line.includes(text)))
}

function cut(bytes: Buffer, places: number[]): Buffer[] {
  const borders = [0, ...places.map(place => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return borders.slice(1).map((end, index) => bytes.subarray(borders[index], end))
}

describe('ready pattern', () => {
  it('is found wherever the output is cut, also inside a character or a color', () => {
    const output = Buffer.from(
      'loading 5 %\r\n\u001b[32mDöne\u001b[0m (3 s)! \u001b]0;title\u0007For help, type\n',
    )
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 12 }), places => {
        expect(seesText(cut(output, places), 'Döne (3 s)! For help')).toBe(true)
        expect(seesText(cut(output, places), 'loading 5 % Döne')).toBe(false)
      }),
    )
  })

  it('is found in a line that has not ended, and in one that never ends', () => {
    expect(seesText([Buffer.from('console ready> ')], 'ready>')).toBe(true)
    expect(seesText([Buffer.alloc(100_000, 'x'), Buffer.from('re'), Buffer.from('ady')], 'ready')).toBe(true)
  })

  it('takes /…/ as an expression and everything else, broken ones included, as text', () => {
    expect(parseReadyPattern('/^Done \\(\\d+/')).toMatchObject({ kind: 'expression' })
    const ready = parseReadyPattern('/ready/i')
    expect(ready.kind === 'expression' && ready.expression.test('it is READY')).toBe(true)
    expect(parseReadyPattern('/(/')).toEqual({ kind: 'text', text: '/(/' })
    expect(parseReadyPattern('Server started')).toEqual({ kind: 'text', text: 'Server started' })
  })

  it('strips escapes and leaves text alone', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const plain = text.replaceAll('\u001b', '')
        expect(stripEscapes(plain)).toBe(plain)
      }),
    )
    expect(stripEscapes('\u001b[1;31mred\u001b[m \u001b(Bx\u001b[?25h')).toBe('red x')
  })
})
