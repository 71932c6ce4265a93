import { expect, test } from 'vitest'
import { attributesOf, longNameOf } from './entry-attributes.ts'

const nowMs = Date.UTC(2026, 5, 1)
const entry = {
  name: 'a b',
  type: 'file' as const,
  sizeBytes: 12,
  mode: 0o640,
  modifiedAtMs: Date.UTC(2026, 4, 3, 9, 5),
}

test('T-060 a file is shown as ls shows it', () => {
  expect(longNameOf(entry, nowMs)).toBe('-rw-r-----   1 game     game               12 May  3 09:05 a b')
  const old = { ...entry, type: 'link' as const, modifiedAtMs: Date.UTC(2020, 0, 13) }
  expect(longNameOf(old, nowMs)).toMatch(/^lrw-r----- .* Jan 13 {2}2020 a b$/)
})

test('T-060 attributes carry the kind of the name itself', () => {
  expect(attributesOf(entry)).toMatchObject({ mode: 0o100640, size: 12, mtime: entry.modifiedAtMs / 1_000 })
  expect(attributesOf({ ...entry, type: 'link' }).mode).toBe(0o120640)
})
