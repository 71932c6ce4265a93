// The signature of deliveries, checked as the documentation tells receivers to check it.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { expect, it } from 'vitest'
import { signDelivery } from './sign-delivery.ts'

function isGenuine(secret: string, header: string, body: string, nowSeconds: number): boolean {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map(part => part.split('=')))
  const expected = createHmac('sha256', secret).update(`${t}.${body}`).digest()
  const given = Buffer.from(v1, 'hex')
  const isFresh = Math.abs(nowSeconds - Number(t)) <= 300
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected)
}

it('is accepted with the right secret, body and time alone', () => {
  const header = signDelivery('whsec_one', '{"a":1}', 1_800_000_000_999)
  expect(header).toMatch(/^t=1800000000,v1=[0-9a-f]{64}$/)
  expect(isGenuine('whsec_one', header, '{"a":1}', 1_800_000_010)).toBe(true)
  expect(isGenuine('whsec_two', header, '{"a":1}', 1_800_000_010)).toBe(false)
  expect(isGenuine('whsec_one', header, '{"a":2}', 1_800_000_010)).toBe(false)
  expect(isGenuine('whsec_one', header, '{"a":1}', 1_800_000_400)).toBe(false)
  expect(
    isGenuine('whsec_one', header.replace('t=1800000000', 't=1800000300'), '{"a":1}', 1_800_000_400),
  ).toBe(false)
})
