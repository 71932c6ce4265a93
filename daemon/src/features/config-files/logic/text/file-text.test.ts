// Bytes that are not touched come out as they went in, whatever the encoding.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../../test-services/proof-size.ts'
import { decodeFile, encodeFile } from './file-text.ts'

describe('the text of a file', () => {
  test('any bytes survive decoding and encoding', () => {
    const utf16 = fc.string({ unit: 'grapheme' }).map(text => Buffer.from(`\ufeff${text}`, 'utf16le'))
    const utf8 = fc.string({ unit: 'grapheme' }).map(text => Buffer.from(text))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), utf16, utf8), bytes => {
        expect(encodeFile(decodeFile(bytes)).equals(bytes)).toBe(true)
      }),
      propertyRuns(1_000),
    )
  })

  test('marks are set apart, Latin-1 is what is no UTF-8', () => {
    expect(decodeFile(Buffer.from('\ufeffä'))).toEqual({ text: 'ä', encoding: 'utf8', mark: '\ufeff' })
    expect(decodeFile(Buffer.from([0x61, 0xe4]))).toEqual({ text: 'aä', encoding: 'latin1', mark: '' })
    expect(decodeFile(Buffer.from('\ufeffä', 'utf16le'))).toMatchObject({ text: 'ä', encoding: 'utf16le' })
  })
})
