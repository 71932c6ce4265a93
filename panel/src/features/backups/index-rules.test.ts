import type { NodeBackup, RepositoryReport } from '@rookery/contracts/backups.ts'
import { describe, expect, test } from 'vitest'
import { failingServers, indexChanges, readReport } from './index-rules.ts'

const backup: NodeBackup = {
  snapshot: 'a1b2',
  taken_at_ms: 1_800_000_000_000,
  kind: 'manual',
  before: null,
  run_key: '8f14e45f-ceea-467f-a0f5-0a1b2c3d4e5f',
  files: 3,
  bytes: 100,
  bytes_added: 10,
  consistency: 'stopped',
  warnings: [],
}
const report: RepositoryReport = {
  storage_id: 1,
  sequence: 4,
  engine: 'restic',
  backups: [backup],
  stored_bytes: 1_000,
  last_check: { at_ms: 5, is_good: true, message: '' },
  last_drill: null,
  is_listed: true,
  problem: '',
}
const read = (change: Partial<RepositoryReport> = {}) => readReport(JSON.stringify({ ...report, ...change }))
const readBackup = (change: Partial<NodeBackup>) => read({ backups: [{ ...backup, ...change }] })?.backups[0]

describe('a report of a node', () => {
  test('is read as it is', () => expect(read()).toEqual(report))

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['another shape', '[]'],
    ['a negative sequence', JSON.stringify({ ...report, sequence: -1 })],
    ['a storage that cannot be', JSON.stringify({ ...report, storage_id: 0 })],
    ['an odd snapshot', JSON.stringify({ ...report, backups: [{ ...backup, snapshot: 'a b' }] })],
    ['an empty snapshot', JSON.stringify({ ...report, backups: [{ ...backup, snapshot: '' }] })],
  ])('with %s is not read', (_, json) => expect(readReport(json)).toBeNull())

  test('is made safe to store: no control characters, no times that no calendar has, nothing negative', () => {
    expect(read({ problem: 'a\u0000b\u001b[31mc' })?.problem).not.toMatch(/\p{Cc}/u)
    expect(readBackup({ warnings: ['x\u0000y'] })?.warnings.join()).not.toContain('\u0000')
    expect(readBackup({ taken_at_ms: Number.MAX_SAFE_INTEGER })?.taken_at_ms).toBe(8.64e15)
    expect(readBackup({ taken_at_ms: -5 })?.taken_at_ms).toBe(0)
    expect(readBackup({ bytes: -1, files: -1, bytes_added: -1 })).toMatchObject({
      ...{ bytes: 0, files: 0, bytes_added: 0 },
    })
    expect(readBackup({ run_key: 'x'.repeat(65) })?.run_key).toBe('')
    expect(readBackup({ run_key: 'a b' })?.run_key).toBe('')
  })
})

test('rows come, change and go by their snapshot; a snapshot that is named twice counts once', () => {
  const row = (snapshot: string, bytes: number) => ({ snapshot, bytes })
  const present = [
    { id: 1, fields: row('stays', 1) },
    { id: 2, fields: row('changes', 1) },
    { id: 3, fields: row('goes', 1) },
  ]
  const reported = [row('stays', 1), row('changes', 2), row('comes', 3), row('comes', 4)].map(fields => ({
    run_key: '',
    fields,
  }))
  expect(indexChanges(present, reported)).toEqual({
    added: [{ run_key: '', fields: row('comes', 3) }],
    changed: [{ id: 2, fields: row('changes', 2) }],
    gone: [3],
  })
})

test('every server whose backups fail counts once, in a storage that it uses, however many there are', () => {
  const row = (id: number, storageId: number) => ({ id, storageId })
  const uses =
    (...ids: number[]) =>
    () =>
      ids
  expect(failingServers([row(1, 2), row(1, 1), row(2, 1)], uses(1, 2))).toEqual([row(1, 2), row(2, 1)])
  expect(failingServers([row(1, 2), row(1, 1)], uses(1))).toEqual([row(1, 1)])
  expect(failingServers([row(1, 2)], uses())).toEqual([])
  const many = Array.from({ length: 250 }, (_, id) => row(id, 1))
  expect(failingServers(many, uses(1))).toHaveLength(250)
})
