// Tests of the proposed name of a role.

import { expect, test } from 'vitest'
import { isRoleName, roleNameFrom } from './role-name-rules.ts'

test('a title becomes a name that the panel takes', () => {
  expect(roleNameFrom('Moderators')).toBe('moderators')
  expect(roleNameFrom('  Night shift (EU) ')).toBe('night-shift-eu')
  expect(roleNameFrom('Führung café')).toBe('fuehrung-cafe')
  expect(isRoleName(roleNameFrom('x'.repeat(200)))).toBe(true)
})

test('a title without any letter we know gives no name', () => {
  expect(roleNameFrom('管理')).toBe('')
  expect(isRoleName('')).toBe(false)
  expect(isRoleName('-x')).toBe(false)
})
