// What a storage keeps of a game server, and when it takes no more.

import type { NodeBackup } from '@rookery/contracts/backups.ts'
import { expect, test } from 'vitest'
import { expiredBackups, limitProblem } from './backup-limits.ts'

const hour = 60 * 60_000
const now = { ms: 100 * 24 * hour, timeZone: 'UTC' }
const noRules = { last: 0, hourly: 0, daily: 0, weekly: 0, monthly: 0 }
const noLimits = { count: null, bytes: null }

const backup = (snapshot: string, hoursAgo: number, kind: NodeBackup['kind'] = 'manual'): NodeBackup => ({
  ...{ snapshot, taken_at_ms: now.ms - hoursAgo * hour, kind, before: null, run_key: '' },
  ...{ files: 1, bytes: 10, bytes_added: 10, consistency: 'stopped', warnings: [] },
})
const three = [backup('a', 3), backup('b', 2), backup('c', 1)]

test.each([
  ['what retention does not name goes', { retention: { ...noRules, last: 1 } }, ['a', 'b']],
  ['what is locked stays', { retention: { ...noRules, last: 1 }, locked: ['a'] }, ['b']],
  ['without rules everything stays', {}, []],
  ['above the number that is allowed the oldest go', { limits: { count: 2, bytes: null } }, ['a']],
  ['above the bytes that are allowed the oldest go', { limits: { count: null, bytes: 20 } }, ['a']],
])('%s', (_, change, expected) => {
  const storage = { retention: noRules, limits: noLimits, locked: [], ...change }
  expect(expiredBackups(three, storage, now)).toEqual(expected)
})

test('a safety backup does not count among those that retention keeps', () => {
  const storage = { retention: { ...noRules, last: 1 }, limits: noLimits, locked: [] }
  expect(expiredBackups([...three, backup('safe', 0, 'safety')], storage, now)).toEqual(['a', 'b'])
})

const storage = { name: 'the cellar', limits: noLimits, locked: [] }
const report = { backups: three, stored_bytes: 30 }

test.each([
  ['nothing is known of it yet', { limits: { count: 1, bytes: 1 } }, null],
  ['there are no limits', {}, report],
  ['the oldest can make room', { limits: { count: 3, bytes: null } }, report],
  ['fewer are locked than are allowed', { limits: { count: 3, bytes: null }, locked: ['a', 'b'] }, report],
  ['there is a byte left', { limits: { count: null, bytes: 31 } }, report],
])('one more fits where %s', (_, change, known) => {
  expect(limitProblem({ ...storage, ...change }, known)).toBeNull()
})

test.each([
  [{ limits: { count: 2, bytes: null }, locked: ['a', 'b', 'elsewhere'] }, /takes 2 backups .* unlock one/],
  [{ limits: { count: null, bytes: 30 } }, /take 30 bytes in the cellar, and 30 are allowed/],
])('one more does not fit, and what to do is said', (change, expected) => {
  expect(limitProblem({ ...storage, ...change }, report)).toMatch(expected)
})
