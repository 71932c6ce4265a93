// Lines out of bytes.

import { expect, test } from 'vitest'
import { cleanText, createLineSplitter } from './line-splitter.ts'

function linesOf(bytes: Buffer, limitBytes = 20): string[] {
  const splitter = createLineSplitter(limitBytes)
  return [...bytes].flatMap(byte => splitter.feed(Buffer.from([byte]))).map(line => line.text)
}

test('lines end with LF or CRLF and may arrive byte by byte', () => {
  expect(linesOf(Buffer.from('look\r\n\nsay hé\nrest'))).toEqual(['look', '', 'say hé'])
})

test('telnet commands, options and subnegotiations vanish', () => {
  const telnet = [0xff, 0xfd, 0x01, 0xff, 0xfa, 0x18, 0x0a, 0x41, 0xff, 0xf0, 0xff, 0xf1]
  expect(linesOf(Buffer.from([0x6c, ...telnet, 0x6f, 0x0a]))).toEqual(['lo'])
})

test('a long line is cut, marked, and does not leak into the next', () => {
  const splitter = createLineSplitter(4)
  expect(splitter.feed(Buffer.from('abcdefgh\nok\n'))).toEqual([
    { text: 'abcd', tooLong: true },
    { text: 'ok', tooLong: false },
  ])
})

test('control, direction, hidden and broken characters are removed', () => {
  expect(cleanText(' a\x1b[31mb\x07\x9bc\u202ed\u200be\ufffd\tf \x7f')).toBe('a[31mbcde f')
  expect(cleanText('Zoë 日本 🦆')).toBe('Zoë 日本 🦆')
})
