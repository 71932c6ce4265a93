import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressCheck, readAddressList } from '../../platform/http/logic/address-list.ts'
import {
  endOfReplacement,
  endOfRotated,
  keyRefusal,
  prefixOf,
  readKeyText,
  writeKeyText,
} from './key-rules.ts'

const secret = `${'A'.repeat(42)}_`

describe('the written form of a key', () => {
  test('what is written is read back, and its prefix is no key', () => {
    const id = fc.integer({ min: 1, max: 2_147_483_647 })
    fc.assert(
      fc.property(id, fc.uint8Array({ minLength: 32, maxLength: 32 }), (keyId, bytes) => {
        const key = { keyId, secret: Buffer.from(bytes).toString('base64url') }
        expect(readKeyText(writeKeyText(key))).toEqual(key)
        expect(readKeyText(prefixOf(key))).toBeNull()
        expect(writeKeyText(key).startsWith(prefixOf(key))).toBe(true)
      }),
    )
  })

  test.each(['0', '-1', '01', '1e3', ' 1', '2147483648', ''])('the id %j is none', id =>
    expect(readKeyText(`rks_${id}_${secret}`)).toBeNull(),
  )

  test.each([`rks_1_${secret}A`, `rks_1_${secret}\n`, `RKS_1_${secret}`, `rks_1|${secret}`, `rks_${secret}`])(
    '%j is not whole',
    text => expect(readKeyText(text)).toBeNull(),
  )
})

describe('when a key holds', () => {
  const key = { expiresAtMs: 100, disabledAtMs: null, isAllowedFrom: () => true }

  test.each([
    [key, 99, null],
    [key, 100, 'expired'],
    [{ ...key, expiresAtMs: null }, 1e15, null],
    [{ ...key, disabledAtMs: 5 }, 99, 'disabled'],
    [{ ...key, isAllowedFrom: () => false }, 99, 'address'],
  ])('%j at %d: %s', (one, nowMs, refusal) => expect(keyRefusal(one, '::1', nowMs)).toBe(refusal))

  test('a replaced key goes on for the overlap, never longer than it was meant to', () => {
    expect(endOfRotated({ createdAtMs: 0, expiresAtMs: null }, 2, 1_000)).toBe(3_000)
    expect(endOfRotated({ createdAtMs: 0, expiresAtMs: 2_500 }, 2, 1_000)).toBe(2_500)
    expect(endOfReplacement({ createdAtMs: 0, expiresAtMs: 2_500 }, 1_000)).toBe(3_500)
    expect(endOfReplacement({ createdAtMs: 0, expiresAtMs: null }, 1_000)).toBeNull()
  })
})

describe('where a key may come from', () => {
  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.1.2.3/32', '10.1.2.3'],
    ['2001:DB8:0::/32', '2001:db8::/32'],
    ['::1/128', '::1'],
  ])('%s is read as %s', (text, read) =>
    expect(readAddressList([text])).toEqual({ addresses: [read], problems: [] }),
  )

  test.each([
    '10.0.0.0/33',
    '10.0.0/8',
    'home',
    '',
    '10.0.0.1/',
    '10.0.0.1/08',
    '::/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.1/104',
    '1.2.3.4/5/6',
  ])('%j is neither an address nor a network', text =>
    expect(readAddressList([text])).toEqual({ addresses: [], problems: [text] }),
  )

  test.each([
    [[], '203.0.113.1', true],
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.0.0.0/8'], '::ffff:10.0.0.1', true],
    // It carries 10.0.0.1 and comes from anywhere.
    [['10.0.0.0/8'], '2002:a00:1::1', false],
    [['2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['0.0.0.0/0'], '::1', false],
    [['10.0.0.0/8'], 'not an address', false],
  ])('%j lets %s in: %s', (list, address, isIn) => expect(addressCheck(list)(address)).toBe(isIn))
})
