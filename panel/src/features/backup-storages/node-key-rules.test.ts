import type { BackupPlace } from '@rookery/contracts/backups.ts'
import { backupStorageBody } from '@rookery/contracts/http/backup-storages.ts'
import { describe, expect, test } from 'vitest'
import { accessOfNode, placeWithKey, reachSame } from './node-key-rules.ts'

const s3: BackupPlace = {
  ...{ kind: 's3', endpoint: 'https://s3.test', bucket: 'games', prefix: '', region: 'r' },
  access_key_id: 'shared',
}
const sftp: BackupPlace = {
  ...{ kind: 'sftp', host: 'nas.test', port: 22, user: 'shared', path: '/', host_key: 'ssh-ed25519 AAAA' },
}
const rest: BackupPlace = { kind: 'rest', url: 'https://rest.test/', user: 'shared' }

describe('a node with its own key', () => {
  test.each<[string, BackupPlace, object]>([
    ['S3', s3, { access_key_id: 'able', prefix: 'able' }],
    ['S3 with a prefix', { ...s3, prefix: 'rookery/' }, { access_key_id: 'able', prefix: 'rookery/able' }],
    ['SFTP', sftp, { user: 'able', path: '/able' }],
    ['a REST server', rest, { user: 'able', url: 'https://rest.test/able' }],
    ['a folder, which has no key', { kind: 'folder', path: '/srv' }, { path: '/srv' }],
  ])('signs in as itself and stores below the place: %s', (_, place, changed) => {
    expect(placeWithKey(place, { user: 'able', folder: 'able' })).toEqual({ ...place, ...changed })
  })

  test('stores in the place itself where it has no folder', () => {
    expect(placeWithKey(rest, { user: 'able', folder: '' })).toEqual({ ...rest, user: 'able' })
  })

  test('has its key alone, and the others have that of the storage', () => {
    const own = { nodeId: 2, user: 'able', folder: 'able', secret: 'own secret' }
    const storage = { place: rest, secret: 'shared secret', nodeKeys: [own] }
    expect(accessOfNode(storage, 1)).toEqual({ place: rest, secret: 'shared secret' })
    expect(accessOfNode(storage, 2)).toEqual({
      place: { ...rest, user: 'able', url: 'https://rest.test/able' },
      secret: 'own secret',
    })
  })

  test('finds what another has stored only in the same folder', () => {
    const key = (nodeId: number, folder: string) => ({ nodeId, user: 'x', folder, secret: '' })
    const storage = { place: rest, nodeKeys: [key(2, 'able'), key(3, ''), key(4, 'able')] }
    const reached = [1, 2, 3, 4].map(node => reachSame(storage, 2, node))
    expect(reached).toEqual([false, true, false, true])
    expect(reachSame(storage, 1, 3)).toBe(true)
    expect(reachSame({ place: { kind: 'folder', path: '/srv' }, nodeKeys: [] }, 1, 3)).toBe(false)
  })
})

test.each([
  ['able', true],
  ['nodes/able.example', true],
  ['', true],
  ['../baker', false],
  ['nodes/../baker', false],
  ['/able', false],
  ['able/', false],
  ['able?x', false],
  ['a b', false],
])('the folder %j of a node is accepted: %s', (folder, isAccepted) => {
  const node_keys = [{ node_id: 1, user: 'able', folder }]
  const body = { name: 'Cloud', place: rest, node_keys }
  expect(backupStorageBody.safeParse(body).success).toBe(isAccepted)
})
