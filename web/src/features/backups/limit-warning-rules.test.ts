import { expect, test } from 'vitest'
import { limitWarning } from './limit-warning-rules.ts'

const none = { count: null, bytes: null }

test('without limits there is nothing to warn of', () => {
  expect(limitWarning({ backups: 500, stored_bytes: 9e12, limits: none })).toBeNull()
})

test.each([
  { used: 7, isReached: null },
  { used: 8, isReached: false },
  { used: 10, isReached: true },
])('of ten allowed backups $used are warned of: $isReached', ({ used, isReached }) => {
  const warning = limitWarning({ backups: used, stored_bytes: 0, limits: { ...none, count: 10 } })
  expect(warning?.isReached ?? null).toBe(isReached)
})

test('room is told before number, and what is not known takes none', () => {
  const limits = { count: 10, bytes: 1_000 }
  expect(limitWarning({ backups: 10, stored_bytes: 900, limits })).toEqual({
    ...{ of: 'bytes', used: 900, limit: 1_000, isReached: false },
  })
  expect(limitWarning({ backups: 2, stored_bytes: null, limits })).toBeNull()
})
