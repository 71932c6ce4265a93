import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { hasLine } from './sorted-lines.ts'

describe('search in sorted lines', () => {
  test('finds exactly the lines that are there', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '!', '~'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (message, wanted) => {
        const sorted = message.map(text => Buffer.from(text)).sort(Buffer.compare)
        const text = Buffer.concat(sorted.flatMap(line => [line, Buffer.from('\n')]))
        expect(hasLine(text, Buffer.from(wanted))).toBe(message.includes(wanted))
        for (const line of sorted) expect(hasLine(text, line)).toBe(true)
        expect(hasLine(text, Buffer.from(`${wanted}\n`))).toBe(false)
      }),
      propertyRuns(2_000),
    )
  })
})
