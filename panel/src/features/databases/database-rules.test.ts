import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseName, databasePassword, leftToDo } from './database-rules.ts'

const zeros = (bytes: number) => Buffer.alloc(bytes)

test.each([
  [7, 'Shop', 's7_shop_aaaaaaaa'],
  [7, 'Über den Wölken', 's7_u_ber_den_wo_lken_aaaaaaaa'],
  [7, '商店', 's7_aaaaaaaa'],
  [7, "'; drop table users; --", 's7_drop_table_users_aaaaaaaa'],
  [2_147_483_647, 'x'.repeat(64), 's2147483647_xxxxxxxxxxx_aaaaaaaa'],
])('of server %i the database %j is called %s', (id, label, name) => {
  expect(databaseName(id, label, zeros)).toBe(name)
  expect(name.length).toBeLessThanOrEqual(32)
  expect(name).toMatch(/^[a-z0-9_]+$/)
})

test('no two names and passwords are alike, and none needs to be quoted', () => {
  const names = new Set(Array.from({ length: 500 }, () => databaseName(1, 'shop', randomBytes)))
  const passwords = new Set(Array.from({ length: 500 }, () => databasePassword(randomBytes)))
  expect([names.size, passwords.size]).toEqual([500, 500])
  for (const password of passwords) expect(password).toMatch(/^[A-Za-z0-9]{32}$/)
})

test.each([
  [{ state: 'ready', hasNextPassword: false, isOrphan: false, isInTrash: false }, null],
  [{ state: 'ready', hasNextPassword: true, isOrphan: false, isInTrash: false }, 'set password'],
  [{ state: 'ready', hasNextPassword: true, isOrphan: false, isInTrash: true }, null],
  [{ state: 'creating', hasNextPassword: false, isOrphan: false, isInTrash: false }, 'drop'],
  [{ state: 'deleting', hasNextPassword: true, isOrphan: false, isInTrash: false }, 'drop'],
  [{ state: 'ready', hasNextPassword: true, isOrphan: true, isInTrash: false }, 'drop'],
] as const)('%j leaves %s to do', (leftover, what) => {
  expect(leftToDo(leftover)).toBe(what)
})
