import { expect, test } from 'vitest'
import { knownSort, readSort, sortAccounts, sortAfter, userSortKeys } from './sort-rules.ts'

test('reads an order as the API names it', () => {
  expect(readSort<'name' | 'last_seen_at'>('-last_seen_at')).toEqual({
    key: 'last_seen_at',
    isDescending: true,
  })
  expect(readSort<'name'>('name')).toEqual({ key: 'name', isDescending: false })
})

test('names begin with A, times with the latest; chosen again an order turns round', () => {
  type Key = 'name' | 'created_at'
  expect(sortAfter<Key>('name', 'created_at')).toBe('-created_at')
  expect(sortAfter<Key>('-created_at', 'created_at')).toBe('created_at')
  expect(sortAfter<Key>('created_at', 'name')).toBe('name')
  expect(sortAfter<Key>('name', 'name')).toBe('-name')
})

test('of an address only orders that the list has are taken', () => {
  expect(knownSort(userSortKeys, '-created_at')).toEqual({ sort: '-created_at' })
  expect(knownSort(userSortKeys, 'password')).toEqual({})
  expect(knownSort(userSortKeys, undefined)).toEqual({})
})

test('of service accounts the one never used stands last where the latest come first', () => {
  const account = (name: string, last_used_at: string | null) => ({
    name,
    last_used_at,
    created_at: '2026-01-01T00:00:00Z',
  })
  const accounts = [
    account('shop', '2026-02-01T00:00:00Z'),
    account('Bot', null),
    account('wiki', '2026-03-01T00:00:00Z'),
  ]
  const names = (sort: Parameters<typeof sortAccounts>[1]) =>
    sortAccounts(accounts, sort).map(({ name }) => name)
  expect(names('-last_used_at')).toEqual(['wiki', 'shop', 'Bot'])
  expect(names('last_used_at')).toEqual(['Bot', 'shop', 'wiki'])
  expect(names('name')).toEqual(['Bot', 'shop', 'wiki'])
})
