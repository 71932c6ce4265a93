import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { type BackupStorage, backupStorageBody } from '@rookery/contracts/http/backup-storages.ts'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, newNodeKey, nodeKeyOf, placeOf } from './storage-draft-rules.ts'

const stored = (place: BackupPlace): BackupStorage => ({
  id: 1,
  name: 'Cloud',
  place,
  has_secret: true,
  assigned: { to: 'nodes', node_ids: [3, 4] },
  retention: { last: 1, hourly: 2, daily: 3, weekly: 4, monthly: 5 },
  limits: { count: 9, bytes: null },
  node_keys: [
    { node_id: 3, user: 'able', folder: 'able' },
    { node_id: 9, user: 'gone', folder: '' },
  ],
  is_key_shared: false,
  servers: 0,
  backups: 0,
  stored_bytes: 0,
  health: { failing_servers: 0, problem: '', last_drill: null },
  created_at: '2026-11-17T00:00:00.000Z',
})

test.each<[string, BackupPlace]>([
  ['a folder', { kind: 'folder', path: '/srv' }],
  [
    'S3',
    { kind: 's3', endpoint: 'https://s3.test', bucket: 'abc', prefix: 'p', region: 'r', access_key_id: 'k' },
  ],
  ['SFTP', { kind: 'sftp', host: 'h', port: 23, user: 'u', path: '/p', host_key: 'ssh-ed25519 AAAA' }],
  ['a REST server', { kind: 'rest', url: 'https://rest.test', user: 'u' }],
])('%s is sent as it was read, and the stored secret stays', (_, place) => {
  const storage = stored(place)
  const body = bodyOf(draftOf(storage))
  expect(placeOf(draftOf(storage))).toEqual(place)
  const { name, assigned, retention, limits } = storage
  const node_keys = place.kind === 'folder' ? [] : [{ node_id: 3, user: 'able', folder: 'able' }]
  expect(body).toEqual({ name, place, node_keys, assigned, retention, limits })
})

test('a node that gets its own key is tried with it, and its secret is sent where it was entered', () => {
  const draft = draftOf(stored({ kind: 'rest', url: 'https://rest.test', user: 'u' }))
  expect(nodeKeyOf(draft, 3)).toEqual({ node_key: { user: 'able', folder: 'able' } })
  expect(nodeKeyOf(draft, 4)).toEqual({})
  const key = { ...newNodeKey(4), user: 'baker', secret: 'x' }
  const changed = { ...draft, nodeKeys: [...draft.nodeKeys, key] }
  expect(bodyOf(changed).node_keys).toEqual([
    { node_id: 3, user: 'able', folder: 'able' },
    { node_id: 4, user: 'baker', folder: '', secret: 'x' },
  ])
  expect(bodyOf({ ...changed, kind: 'folder' }).node_keys).toEqual([])
  expect(bodyOf({ ...changed, assignedTo: 'all' }).node_keys).toHaveLength(3)
})

test('one of no node stays of no node', () => {
  const nowhere = {
    ...stored({ kind: 'folder', path: '/srv' }),
    assigned: { to: 'nodes' as const, node_ids: [] },
  }
  expect(bodyOf(draftOf(nowhere)).assigned).toEqual({ to: 'nodes', node_ids: [] })
})

test('a new one is for all nodes, and what was entered is sent', () => {
  const body = bodyOf({ ...draftOf(null), name: 'New', secret: 'x' })
  expect(body).toMatchObject({ name: 'New', secret: 'x', assigned: { to: 'all' } })
  expect(backupStorageBody.safeParse(body).success).toBe(true)
})
