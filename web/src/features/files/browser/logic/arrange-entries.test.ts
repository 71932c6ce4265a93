// The order of a folder, and what is left of it when somebody looks for something.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { expect, test } from 'vitest'
import { arrangeEntries, byName, narrowEntries, nextSort } from './arrange-entries.ts'

const entry = (name: string, change: Partial<FileEntry> = {}): FileEntry => ({
  name,
  path: name,
  type: 'file',
  size: 1,
  mode: '0644',
  modified_at: '2026-01-01T00:00:00.000Z',
  protected: false,
  ...change,
})

const entries = [
  entry('map10.txt', { size: 30, modified_at: '2026-03-01T00:00:00.000Z' }),
  entry('Map2.txt', { size: 20, modified_at: '2026-02-01T00:00:00.000Z' }),
  entry('zoo', { type: 'directory', size: 4096 }),
  entry('art', { type: 'directory', size: 9999 }),
]
const names = (list: readonly FileEntry[]) => list.map(({ name }) => name)

test('8.2 folders come first, names as people count', () => {
  expect(names(arrangeEntries(entries, byName))).toEqual(['art', 'zoo', 'Map2.txt', 'map10.txt'])
  expect(names(arrangeEntries(entries, { column: 'name', isDescending: true }))).toEqual([
    'zoo',
    'art',
    'map10.txt',
    'Map2.txt',
  ])
})

test('8.2 by size and by time; folders stay above and by name', () => {
  const bySize = arrangeEntries(entries, { column: 'size', isDescending: true })
  expect(names(bySize)).toEqual(['art', 'zoo', 'map10.txt', 'Map2.txt'])
  const byTime = arrangeEntries(entries, { column: 'modified', isDescending: false })
  expect(names(byTime).slice(2)).toEqual(['Map2.txt', 'map10.txt'])
})

test('8.2 the same column turns around, another begins anew', () => {
  expect(nextSort(byName, 'name')).toEqual({ column: 'name', isDescending: true })
  expect(nextSort(byName, 'size')).toEqual({ column: 'size', isDescending: true })
  expect(nextSort({ column: 'size', isDescending: true }, 'name')).toEqual(byName)
})

test('8.2 a filter takes every word, case aside', () => {
  expect(names(narrowEntries(entries, 'MAP 2'))).toEqual(['Map2.txt'])
  expect(narrowEntries(entries, '  ')).toBe(entries)
})
