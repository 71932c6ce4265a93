import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextSniffer } from './text-sniffer.ts'

function sniff(bytes: Uint8Array, cuts: number[] = []) {
  const sniffer = createTextSniffer()
  let from = 0
  for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
    const to = Math.max(from, Math.min(cut, bytes.length))
    sniffer.push(bytes.subarray(from, to))
    from = to
  }
  return sniffer.end()
}

const units = fc.oneof(
  fc.constantFrom('\t', '\n', '\r', '\f', '\x1b'),
  fc.integer({ min: 0x20, max: 0xd7ff }).map(code => String.fromCharCode(code)),
  fc.integer({ min: 0x10000, max: 0x10ffff }).map(code => String.fromCodePoint(code)),
)
const texts = fc.string({ unit: units, minLength: 8, maxLength: 200 })
const cuts = fc.array(fc.nat(800), { maxLength: 8 })

test('8.3 every text is text in UTF-8, wherever it is cut', () => {
  fc.assert(
    fc.property(texts, cuts, (text, at) => {
      expect(sniff(Buffer.from(text), at).encoding).not.toBeNull()
    }),
  )
})

test('8.3 every text is text in UTF-16 with a mark, wherever it is cut', () => {
  fc.assert(
    fc.property(texts, cuts, fc.boolean(), (text, at, isBig) => {
      const little = Buffer.from(`\ufeff${text}`, 'utf16le')
      const verdict = sniff(isBig ? little.swap16() : little, at)
      expect(verdict.encoding).toBe(isBig ? 'utf-16be' : 'utf-16le')
    }),
  )
})

test('8.3 a text with an inserted NUL is no text', () => {
  const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 200 })
  fc.assert(
    fc.property(ascii, fc.nat(200), cuts, (text, where, at) => {
      const middle = Math.min(where, text.length)
      const verdict = sniff(Buffer.from(`${text.slice(0, middle)}\0${text.slice(middle)}`), at)
      expect(verdict).toEqual({ encoding: null, is8Bit: false })
    }),
  )
})

test('8.3 half a character at the end is no UTF-8', () => {
  expect(sniff(Buffer.from('ä').subarray(0, 1))).toEqual({ encoding: null, is8Bit: true })
  expect(sniff(Buffer.from([0xff, 0xfe, 0x61])).encoding).toBeNull()
})

test('8.3 half a surrogate pair is no UTF-16', () => {
  expect(sniff(Buffer.from([0xff, 0xfe, 0x00, 0xd8])).encoding).toBeNull()
  expect(sniff(Buffer.from([0xff, 0xfe, 0x00, 0xdc])).encoding).toBeNull()
})
