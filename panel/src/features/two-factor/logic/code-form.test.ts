import { describe, expect, test } from 'vitest'
import { readTypedCode, recoveryAlphabet, recoveryCodeFrom, showRecoveryCode } from './code-form.ts'

describe('5.5.7 what may be typed as a code', () => {
  test.each([
    ['123456', { kind: 'totp', digits: '123456' }],
    [' 123456\n', { kind: 'totp', digits: '123456' }],
    ['bcdfg-hjkmn', { kind: 'recovery', plain: 'bcdfghjkmn' }],
    ['BCDFG HJKMN', { kind: 'recovery', plain: 'bcdfghjkmn' }],
    [' bc dfgh-jk-mn ', { kind: 'recovery', plain: 'bcdfghjkmn' }],
    ['2345678923', { kind: 'recovery', plain: '2345678923' }],
    ['123 456', null],
    ['1234567', null],
    ['12345', null],
    ['+123456', null],
    ['１２３４５６', null],
    ['bcdfg-hjkm', null],
    ['acdfg-hjkmn', null],
    ['bcdfg-hj\u212amn', null],
    ['', null],
  ])('%j is read as %j', (text, read) => {
    expect(readTypedCode(text)).toEqual(read)
  })

  test('2.2 (C027, A32) the alphabet has no vowel and nothing that looks alike', () => {
    expect(recoveryAlphabet).toMatch(/^[^aeiou01lo]+$/)
    expect(new Set(recoveryAlphabet).size).toBe(27)
  })

  test('a code is taken fairly from random bytes, and asks for more when too few are usable', () => {
    expect(recoveryCodeFrom(Uint8Array.from([0, 1, 2, 3, 4, 26, 27, 242, 243, 255, 5, 6]))).toBe('bcdfg9b9hj')
    expect(recoveryCodeFrom(new Uint8Array(9))).toBeNull()
    expect(recoveryCodeFrom(new Uint8Array(32).fill(255))).toBeNull()
    expect(showRecoveryCode('bcdfghjkmn')).toBe('bcdfg-hjkmn')
  })
})
