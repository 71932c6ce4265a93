import { expect, test } from 'vitest'
import { countFilters, queryOf, readActivitySearch } from './activity-search.ts'

test('an address that makes no sense narrows nothing', () => {
  const nonsense = { user: 'x', kind: 'everything', object: 'moon-3', days: 5, from: 'yesterday', until: 3 }
  expect(readActivitySearch(nonsense)).toEqual({})
  expect(readActivitySearch({ object: 'server-0' })).toEqual({})
})

test('what the address says comes back as it was written', () => {
  const search = { user: 3, kind: 'permissions', object: 'server-7', from: '2026-11-01', until: '2026-11-02' }
  expect(readActivitySearch(search)).toEqual(search)
  expect(countFilters(readActivitySearch(search))).toBe(4)
  expect(readActivitySearch({ days: 7, from: '2026-11-01' })).toEqual({ days: 7 })
})

test('the panel is asked for a server or for another object, and the last day is whole', () => {
  expect(queryOf({ object: 'server-7', user: 3 }, 0)).toEqual({
    ...{ user: '3', server: '7', since: '1970-01-01T00:00:00.000Z' },
  })
  expect(queryOf({ object: 'node-2' }, 0)).toMatchObject({ subject_type: 'node', subject_id: '2' })
  const { since, until } = queryOf({ from: '2026-11-01', until: '2026-11-01' }, 0)
  expect(Date.parse(until ?? '') - Date.parse(since)).toBe(24 * 60 * 60_000)
  expect(queryOf({ days: 7 }, Date.parse('2026-11-17T12:00:00Z')).since).toBe('2026-11-10T12:00:00.000Z')
})
