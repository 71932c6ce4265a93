import { expect, test } from 'vitest'
import { isWorthStoring, readRefusal, refusalCode, refusalReasons } from './node-refusal.ts'

test('a refusal is stored when it is new, has another reason, or a minute has passed', () => {
  const known = { atMs: 1_000, reason: 'switched off' }
  expect(isWorthStoring(null, known)).toBe(true)
  expect(isWorthStoring(known, { atMs: 60_999, reason: 'switched off' })).toBe(false)
  expect(isWorthStoring(known, { atMs: 61_000, reason: 'switched off' })).toBe(true)
  expect(isWorthStoring(known, { atMs: 1_001, reason: 'another key' })).toBe(true)
  expect(readRefusal('{"atMs":')).toBe(null)
})

test('a refusal has a code unless its reason carries figures', () => {
  expect(refusalCode(refusalReasons.old_certificate)).toBe('old_certificate')
  expect(refusalCode('the daemon speaks version 1 of the link')).toBe(null)
})
