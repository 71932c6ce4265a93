// Tests of changing a set of entries scope by scope.

import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import { permissionEntries } from '@rookery/contracts/http/permissions.ts'
import { expect, test } from 'vitest'
import { countChanges, effectIn, everywhere, scopesOf, withEffect, withoutEffectIn } from './scopes.ts'

const entry = (
  permission: StoredEntry['permission'],
  effect: StoredEntry['effect'],
  type: StoredEntry['object_type'] = null,
  id: number | null = null,
): StoredEntry => ({ permission, effect, object_type: type, object_id: id })

const servers = { objectType: 'server', objectId: null } as const

test('5.6 deny takes the place of allow in the same scope and leaves others alone', () => {
  const before = [entry('game-server-start', 'allow', 'server'), entry('game-server-start', 'allow')]
  const after = withEffect(before, servers, 'game-server-start', 'deny')
  expect(effectIn(after, servers, 'game-server-start')).toBe('deny')
  expect(effectIn(after, everywhere, 'game-server-start')).toBe('allow')
  expect(after).toHaveLength(2)
})

test('5.6 whatever is pressed, the panel accepts the set: no duplicate, no contradiction', () => {
  let entries: StoredEntry[] = []
  for (const effect of ['allow', 'deny', 'allow', null, 'deny'] as const) {
    for (const permission of ['game-server-start', 'game-server-stop'] as const) {
      entries = withEffect(entries, servers, permission, effect)
      entries = withEffect(entries, { objectType: 'server', objectId: 4 }, permission, effect)
      expect(permissionEntries.safeParse(entries).success).toBe(true)
    }
  }
  expect(entries).toHaveLength(4)
})

test('5.6.4 wide scopes come first, and those that are always shown are there once', () => {
  const entries = [entry('view', 'allow', 'node', 3), entry('view', 'allow', 'node')]
  const nodes = { objectType: 'node', objectId: null } as const
  expect(scopesOf(entries, [everywhere, nodes])).toEqual([
    everywhere,
    nodes,
    { objectType: 'node', objectId: 3 },
  ])
})

test('a choice that is changed, added or taken away counts once', () => {
  const stored = [entry('view', 'allow', 'node'), entry('edit', 'deny', 'node'), entry('view', 'allow')]
  expect(countChanges(stored.toReversed(), stored)).toBe(0)
  expect(countChanges([], stored)).toBe(3)
  const draft = [entry('view', 'deny', 'node'), entry('edit', 'deny', 'node'), entry('create', 'allow')]
  expect(countChanges(draft, stored)).toBe(3)
})

test('5.6.4 an entry that has no effect in its scope is told apart, so that it can be taken out', () => {
  const entries = [
    entry('view', 'allow', 'user'),
    entry('create', 'allow', 'node', 3),
    entry('view', 'allow', 'node', 3),
  ]
  expect(withoutEffectIn(entries, { objectType: 'user', objectId: null })).toEqual(['view'])
  expect(withoutEffectIn(entries, { objectType: 'node', objectId: 3 })).toEqual(['create'])
  expect(withoutEffectIn(entries, everywhere)).toEqual([])
})
