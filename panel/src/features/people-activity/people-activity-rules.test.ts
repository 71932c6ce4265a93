import { expect, test } from 'vitest'
import type { PermissionEntry } from '../access/logic/decide.ts'
import { changedFields, changedNames, changedPermissions, withFailures } from './people-activity-rules.ts'

const entry = (
  permission: PermissionEntry['permission'],
  effect: PermissionEntry['effect'] = 'allow',
  objectId = 7,
): PermissionEntry => ({ permission, effect, objectType: 'server', objectId })

test('only what differs is a change, and what is empty is nothing', () => {
  const before = { login: 'nina', name: 'Nina', email: '', language: null }
  const after = { login: 'nina', name: 'Nina B.', email: 'n@example.org', language: undefined }
  expect(changedFields(before, after)).toEqual([
    { field: 'name', before: 'Nina', after: 'Nina B.' },
    { field: 'email', before: null, after: 'n@example.org' },
  ])
  expect(changedFields({ enabled: true }, { enabled: true })).toEqual([])
})

test('permissions tell what was given, taken away and turned round, and not what stayed', () => {
  const before = [entry('game-server-common'), entry('game-server-files'), entry('game-server-tasks')]
  const after = [
    entry('game-server-common'),
    entry('game-server-rcon-console'),
    entry('game-server-tasks', 'deny'),
  ]
  expect(changedPermissions(before, after)).toEqual([
    {
      ...{ permission: 'game-server-files', object_type: 'server', object_id: 7 },
      ...{ before: 'allow', after: null },
    },
    {
      ...{ permission: 'game-server-tasks', object_type: 'server', object_id: 7 },
      ...{ before: 'allow', after: 'deny' },
    },
    {
      ...{ permission: 'game-server-rcon-console', object_type: 'server', object_id: 7 },
      ...{ before: null, after: 'allow' },
    },
  ])
  expect(changedPermissions(after, after)).toEqual([])
})

test('the same permission on two game servers is two permissions, and a deny beside an allow is the deny', () => {
  const both = [entry('game-server-files', 'allow', 1), entry('game-server-files', 'allow', 2)]
  expect(changedPermissions([], both).map(({ object_id }) => object_id)).toEqual([1, 2])
  const denied = [entry('game-server-files', 'deny', 1), entry('game-server-files', 'allow', 1)]
  expect(changedPermissions([], denied)).toMatchObject([{ before: null, after: 'deny' }])
})

test('names that came and went', () => {
  expect(changedNames(['admin', 'user'], ['user', 'helper'])).toEqual({
    added: ['helper'],
    removed: ['admin'],
  })
})

test('failed sign-ins are added up, with the first few addresses', () => {
  const one = (address: string, atMs: number) => ({
    ...{ wrongPasswords: 1, wrongCodes: 0, firstAtMs: atMs, lastAtMs: atMs },
    addresses: [address],
  })
  let sum = withFailures(undefined, one('10.0.0.1', 5))
  for (let n = 0; n < 100; n++) sum = withFailures(sum, one(`10.0.1.${n}`, 10 + n))
  expect(sum).toMatchObject({ wrongPasswords: 101, wrongCodes: 0, firstAtMs: 5, lastAtMs: 109 })
  expect(sum.addresses).toHaveLength(5)
})
