import { harmlessText } from '@rookery/primitives/terminal-text.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { jsonTextOf } from './json-text.ts'

function parsed(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(`"${jsonTextOf(bytes)}"`, 'latin1').toString('utf8'))
}

describe('6.2 text in JSON', () => {
  test('is the text again, whatever letters, quotes, colors and line ends it has', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\r\n', '\n', '\r', '\t', '"', '\\', '\\n', '\u001b[31m', '€', '👾', '\u2028'),
    )
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const { bytes } = harmlessText(Buffer.from(pieces.join('')), false)
        expect(parsed(bytes)).toBe(Buffer.from(bytes).toString('utf8'))
      }),
      propertyRuns(500),
    )
  })

  test('bytes that are no UTF-8 are replaced as everywhere, whatever is left of them when control characters are gone', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), given => {
        const { bytes } = harmlessText(given, false)
        expect(parsed(bytes)).toBe(Buffer.from(bytes).toString('utf8'))
      }),
      propertyRuns(1_000),
    )
  })
})
