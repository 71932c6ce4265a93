import { describe, expect, test } from 'vitest'
import { createTextCheck } from './text-check.ts'

function isText(bytes: Uint8Array, pieceBytes = bytes.length): boolean {
  const check = createTextCheck()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (!check.isTextWith(bytes.subarray(at, at + pieceBytes))) return false
  }
  return check.isWhole()
}

const little = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('8.3 what the editor may write', () => {
  test.each<[string, Uint8Array, boolean]>([
    ['nothing', Buffer.alloc(0), true],
    ['one character', Buffer.from('a'), true],
    ['UTF-8', Buffer.from('Größe = 5 €\n😀'), true],
    ['UTF-8 with its mark', Buffer.from('\uFEFFa'), true],
    ['UTF-16, little end first', little('Größe 😀'), true],
    ['UTF-16, big end first', Buffer.from(little('Größe 😀')).swap16(), true],
    ['a NUL', Buffer.from('a\0b'), false],
    ['Latin-1', Buffer.from('Größe', 'latin1'), false],
    ['half a character', Buffer.from('€').subarray(0, 2), false],
    ['half a pair in UTF-16', little('😀').subarray(0, 4), false],
    ['an odd byte in UTF-16', little('ab').subarray(0, 5), false],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), false],
  ])('8.3 %s', (_, bytes, expected) => {
    expect(isText(bytes)).toBe(expected)
    for (let pieceBytes = 1; pieceBytes < 8; pieceBytes += 1) expect(isText(bytes, pieceBytes)).toBe(expected)
  })
})
