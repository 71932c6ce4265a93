import type { Backup } from '@rookery/contracts/http/backups.ts'
import { expect, test } from 'vitest'
import { freeable, freedBytes } from './free-space-rules.ts'

const backup = (id: number, day: number, bytes_added: number, more: Partial<Backup> = {}): Backup => ({
  ...{ id, storage: { id: 1, name: 'Cellar' }, taken_at: `2026-11-0${day}T03:00:00.000Z`, kind: 'manual' },
  ...{ before: null, taken_by: null, note: '', locked: false, files: 1, bytes: 9, bytes_added },
  ...{ consistency: 'stopped', warnings: [] },
  ...more,
})

test('the largest come first, without the newest, what is locked and what lies elsewhere', () => {
  const found = freeable(
    [
      backup(1, 1, 10),
      backup(2, 2, 30),
      backup(3, 3, 10),
      backup(4, 4, 99, { locked: true }),
      backup(5, 5, 50, { storage: { id: 2, name: 'Cloud' } }),
      backup(6, 6, 70),
    ],
    1,
  )
  expect(found.map(({ id }) => id)).toEqual([2, 1, 3])
  expect(freedBytes(found)).toBe(50)
  expect(freeable([backup(1, 1, 10)], 1)).toEqual([])
})
