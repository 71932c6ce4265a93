import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTokenText, readTokenText, writeTokenText } from './token-rules.ts'

const secret = 'A'.repeat(43)

describe('the written form of a personal access token', () => {
  test('5.2.3 what is written is read back', () => {
    const id = fc.integer({ min: 1, max: 2_147_483_647 })
    fc.assert(
      fc.property(id, fc.uint8Array({ minLength: 32, maxLength: 32 }), (tokenId, bytes) => {
        const token = { tokenId, secret: Buffer.from(bytes).toString('base64url') }
        expect(readTokenText(writeTokenText(token))).toEqual(token)
        expect(isTokenText(writeTokenText(token))).toBe(true)
      }),
    )
  })

  test.each(['0', '-1', '01', '1e3', '0x1', ' 1', '1 ', '2147483648', '99999999999999999999', '१', ''])(
    'T-011 the id %j is none',
    id => expect(readTokenText(`${id}|${secret}`)).toBeNull(),
  )

  test.each([
    `1|${secret}\n`,
    `1|${secret}A`,
    `1|${secret.slice(1)}`,
    `1|${secret.slice(1)}+`,
    `1${secret}`,
    '|',
  ])('5.2.3 %j is not whole', text => expect(readTokenText(text)).toBeNull())
})
