import { expect, test } from 'vitest'
import { formatRecoveryKey, parseRecoveryKey, recoveryPassword } from './backup-recovery-key.ts'

const key = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1eff', 'hex')
const text = formatRecoveryKey(key)

test('is fourteen groups of four characters that nobody mistakes for others', () => {
  expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){13}[0-9A-HJKMNP-TV-Z]{4}$/)
})

test.each([
  ['as it was printed', text],
  ['in small letters', text.toLowerCase()],
  ['without groups', text.replaceAll('-', '')],
  ['with blanks and a line break', ` ${text.replaceAll('-', ' \n')} `],
  ['with O for 0 and l for 1', text.replaceAll('0', 'O').replaceAll('1', 'l')],
])('is read %s', (_, typed) => {
  expect(parseRecoveryKey(typed)).toEqual(key)
})

test('every single wrong character is noticed', () => {
  const plain = text.replaceAll('-', '')
  for (let at = 0; at < plain.length; at += 1) {
    const wrong = plain[at] === '7' ? '8' : '7'
    expect(parseRecoveryKey(plain.slice(0, at) + wrong + plain.slice(at + 1)), `${at}`).toBeNull()
  }
})

test.each(['', text.slice(0, -1), `${text}0`, text.replace(/.$/, 'ä'), text.replace(/.$/, 'U')])(
  'refuses %j',
  typed => expect(parseRecoveryKey(typed)).toBeNull(),
)

test('takes keys of 256 bits alone', () => {
  expect(() => formatRecoveryKey(key.subarray(1))).toThrow('32 bytes, not 31')
})

test('each game server has a password of its own, the same on every machine', () => {
  const one = recoveryPassword(key, '8f14e45f-ceea-467f-a0f5-0a1b2c3d4e5f')
  expect(one).toBe(recoveryPassword(key, '8F14E45F-CEEA-467F-A0F5-0A1B2C3D4E5F'))
  expect(one).not.toBe(recoveryPassword(key, '8f14e45f-ceea-467f-a0f5-0a1b2c3d4e60'))
  expect(one).not.toBe(recoveryPassword(Buffer.alloc(32), '8f14e45f-ceea-467f-a0f5-0a1b2c3d4e5f'))
  expect(one).toMatch(/^[A-Za-z0-9_-]{43}$/)
})
