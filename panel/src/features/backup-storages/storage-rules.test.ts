import type { BackupLimits, BackupPlace } from '@rookery/contracts/backups.ts'
import { backupRetention } from '@rookery/contracts/backups.ts'
import { describe, expect, test } from 'vitest'
import {
  type AssignedStorage,
  choiceProblems,
  decideSecret,
  isSameHolder,
  type RepositoryCondition,
  type StorageChoice,
  storageHealth,
  usedStorages,
} from './storage-rules.ts'

const retention = backupRetention.parse({})
const noLimits: BackupLimits = { count: null, bytes: null }
const storage = (id: number, more: Partial<AssignedStorage> = {}): AssignedStorage => ({
  id,
  name: `storage ${id}`,
  place: { kind: 'folder', path: '/srv' },
  nodeIds: null,
  retention,
  limits: noLimits,
  ...more,
})
const choice = (storage_id: number, limits = noLimits): StorageChoice => ({ storage_id, retention, limits })

describe('the storages of a game server', () => {
  const all = [storage(1), storage(2, { nodeIds: [7] }), storage(3, { nodeIds: [8] }), storage(4)]
  const idsOf = (used: { storage: AssignedStorage }[]) => used.map(one => one.storage.id)

  test('without a choice are all that its node has', () => {
    expect(idsOf(usedStorages(all, 7, null))).toEqual([1, 2, 4])
    expect(idsOf(usedStorages(all, 9, null))).toEqual([1, 4])
  })

  test('are those it chooses, in its order, as far as its node has them', () => {
    expect(idsOf(usedStorages(all, 7, [choice(4), choice(3), choice(2), choice(99)]))).toEqual([4, 2])
    expect(usedStorages(all, 7, [])).toEqual([])
  })

  test.each<[BackupLimits, BackupLimits, BackupLimits]>([
    [noLimits, noLimits, noLimits],
    [
      { count: 10, bytes: null },
      { count: null, bytes: 5 },
      { count: 10, bytes: 5 },
    ],
    [
      { count: 10, bytes: 9 },
      { count: 3, bytes: 20 },
      { count: 3, bytes: 9 },
    ],
  ])('a limit of %j and %j is %j: never more than the storage allows', (allowed, chosen, effective) => {
    const [used] = usedStorages([storage(1, { limits: allowed })], 7, [choice(1, chosen)])
    expect(used?.limits).toEqual(effective)
  })

  test('what is wrong with a choice stands at its field', () => {
    const limited = [...all, storage(5, { limits: { count: 3, bytes: null } })]
    const chosen = [choice(3), choice(1), choice(1), choice(5, { count: 4, bytes: 1 })]
    expect(choiceProblems(limited, 7, chosen)).toEqual({
      'storages.0.storage_id': ["is not a storage of this game server's node"],
      'storages.2.storage_id': ['is named twice'],
      'storages.3.limits.count': ['must be at most 3, as the storage says'],
    })
    expect(choiceProblems(limited, 7, null)).toEqual({})
    expect(choiceProblems(limited, 7, [choice(5, { count: 3, bytes: null })])).toEqual({})
  })
})

const places = {
  folder: { kind: 'folder', path: '/srv' },
  s3: {
    kind: 's3',
    endpoint: 'https://s3.test/',
    bucket: 'games',
    prefix: '',
    region: 'us-east-1',
    access_key_id: 'AKID',
  },
  sftp: {
    kind: 'sftp',
    host: 'nas.test',
    port: 22,
    user: 'rookery',
    path: '/backups',
    host_key: 'ssh-ed25519 AAAA',
  },
  rest: { kind: 'rest', url: 'https://rest.test/one', user: 'rookery' },
  openRest: { kind: 'rest', url: 'https://rest.test/one', user: '' },
} as const satisfies Record<string, BackupPlace>

describe('the secret of a storage', () => {
  test.each<[string, BackupPlace, string | undefined, BackupPlace | null, object]>([
    ['a folder has none', places.folder, 'x', null, { use: 'none' }],
    ['what is given is used', places.s3, 'x', null, { use: 'given' }],
    ['S3 needs one', places.s3, undefined, null, { problem: 'enter the secret access key' }],
    ['S3 needs more than nothing', places.s3, '', places.s3, { problem: 'enter the secret access key' }],
    ['SFTP needs one', places.sftp, undefined, null, { problem: 'enter the private key of the user' }],
    ['a REST server with a user does', places.rest, '', null, { problem: 'enter the password of the user' }],
    ['one without a user does not', places.openRest, undefined, null, { use: 'none' }],
    ['left out it stays', places.s3, undefined, places.s3, { use: 'stored' }],
    ['also in another bucket', { ...places.s3, bucket: 'other' }, undefined, places.s3, { use: 'stored' }],
  ])('%s', (_, place, given, stored, decision) => {
    expect(decideSecret(place, given, stored)).toEqual(decision)
  })

  test.each<[string, BackupPlace, BackupPlace]>([
    ['another endpoint', places.s3, { ...places.s3, endpoint: 'https://evil.test/' }],
    ['another access key', places.s3, { ...places.s3, access_key_id: 'OTHER' }],
    ['another host', places.sftp, { ...places.sftp, host: 'evil.test' }],
    ['another host key', places.sftp, { ...places.sftp, host_key: 'ssh-ed25519 BBBB' }],
    ['another port', places.sftp, { ...places.sftp, port: 2222 }],
    ['another server', places.rest, { ...places.rest, url: 'https://evil.test/one' }],
    ['plain HTTP', places.rest, { ...places.rest, url: 'http://rest.test/one' }],
    ['another kind', places.rest, places.s3],
  ])('%s gets no stored secret', (_, stored, place) => {
    expect(isSameHolder(stored, place)).toBe(false)
    expect(decideSecret(place, undefined, stored)).toEqual({
      problem: expect.stringContaining('is required anew'),
    })
  })
})

describe('how well a storage is', () => {
  const trial = (at_ms: number, message = '') => ({ at_ms, is_good: message === '', message })
  const report = (reportedAtMs: number, more: Partial<RepositoryCondition> = {}): RepositoryCondition => ({
    lastCheck: null,
    lastDrill: null,
    problem: '',
    reportedAtMs,
    ...more,
  })

  test('nothing reported is nothing wrong', () => {
    expect(storageHealth([])).toEqual({ failingServers: 0, problem: '', lastDrill: null })
  })

  test('the last reason is told, and each game server counts once', () => {
    const full = report(20, { problem: 'no space left', lastCheck: trial(9, 'cannot read') })
    const unreadable = report(10, { lastCheck: trial(9, 'cannot read') })
    expect(storageHealth([unreadable, full, report(30)])).toMatchObject({
      failingServers: 2,
      problem: 'no space left',
    })
  })

  test('a failed test restore is a failure, and the newest one is told', () => {
    const health = storageHealth([
      report(1, { lastDrill: trial(5) }),
      report(2, { lastDrill: trial(7, 'a file is missing') }),
    ])
    expect(health).toEqual({
      failingServers: 1,
      problem: 'a file is missing',
      lastDrill: trial(7, 'a file is missing'),
    })
  })
})
