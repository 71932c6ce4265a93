// What is said to restic, and how its answers are understood.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excludePatterns } from './exclude-patterns.ts'
import { isLockFromFuture, parseDocument, parseLine, snapshotList } from './messages.ts'
import { placeInSnapshot, plainLayout, readTags, writeTags } from './snapshot-layout.ts'
import { storageAccess } from './storage-access.ts'

const placeOf = (name: string) => `/${name}`

describe('tags', () => {
  test('come back as they were, whatever is in them', () => {
    const names = fc.stringMatching(/^[a-z_]{1,10}$/)
    fc.assert(
      fc.property(fc.dictionary(names, fc.string({ unit: 'grapheme' })), tags => {
        const written = writeTags(tags, plainLayout)
        for (const tag of written) expect(tag).not.toMatch(/,|\s/)
        expect(readTags(written)).toEqual({ tags: { ...tags }, layout: plainLayout })
      }),
      { examples: [[{ ['__proto__']: 'a', constructor: 'b' }]] },
    )
  })

  test('say where the parts are, when that is elsewhere', () => {
    const layout = { ...plainLayout, files: '/srv/a, b/1', 'manifest.json': '/dev/shm/x/manifest.json' }
    const read = readTags(writeTags({ kind: 'manual' }, layout))
    expect(read).toEqual({ tags: { kind: 'manual' }, layout })
    expect(placeInSnapshot(read.layout, 'files/world')).toEqual({ part: 'files', place: '/srv/a, b/1/world' })
    for (const path of ['else/world', 'constructor/name', '__proto__'])
      expect(placeInSnapshot(read.layout, path)).toBeNull()
  })
})

describe('patterns', () => {
  test('stay below the files, and mean what gitignore means', () => {
    const exclude = [
      '# comment',
      '',
      'logs/',
      '/cache',
      '*.tmp',
      '!keep.tmp',
      'a/**',
      'files',
      '[!a]x',
      '$HOME',
    ]
    expect(excludePatterns({ exclude, include: [], place: '/files' })).toEqual([
      '/files/**/logs',
      '/files/cache',
      '/files/**/*.tmp',
      '!/files/**/keep.tmp',
      '/files/**/a',
      '/files/**/files',
      '/files/**/[^a]x',
      '/files/**/$$HOME',
    ])
  })

  test('a folder with a name full of wildcards is itself', () => {
    expect(excludePatterns({ exclude: ['/x'], include: [], place: '/srv/[a]*' })).toEqual(['/srv/\\[a]\\*/x'])
  })

  test('what is to be taken alone is taken back level by level', () => {
    expect(
      excludePatterns({ exclude: [], include: ['world/level.dat', 'plugins'], place: '/files' }),
    ).toEqual([
      '/files/*',
      '!/files/world',
      '!/files/plugins',
      '/files/world/*',
      '!/files/world/level.dat',
      '!/files/plugins',
    ])
  })
})

describe('access to storages', () => {
  const place = { name: 'b1', password: 'pass word' }
  const s3 = {
    ...{ kind: 's3' as const, endpoint: 'https://s3.example/', bucket: 'b', prefix: '/nodes/1/' },
    ...{ region: 'eu', accessKey: 'ak', secretKey: 'sk-secret' },
  }
  const sftp = {
    ...{ kind: 'sftp' as const, host: '::1', port: 2222, user: 'u@x', path: '/srv/backups/' },
    ...{ privateKey: 'KEY', hostKey: 'ssh-ed25519 AAAA' },
  }
  const rest = { kind: 'rest' as const, url: 'https://r.example/node1', user: 'n/1', password: 'p@ss:w/rd' }

  test.each([
    [s3, 's3:https://s3.example/b/nodes/1/b1\n'],
    [sftp, 'sftp://u%40x@[::1]:2222//srv/backups/b1\n'],
    [rest, 'rest:https://n%2F1:p%40ss%3Aw%2Frd@r.example/node1/b1/\n'],
  ])('the address is in a file', (storage, address) => {
    const access = storageAccess({ ...place, storage })
    expect(access.files['secrets/repository']).toBe(address)
    expect(access.environment(placeOf).RESTIC_REPOSITORY_FILE).toBe('/secrets/repository')
  })

  test.each([s3, sftp, rest])('no secret is in an argument or a variable', storage => {
    const access = storageAccess({ ...place, storage })
    const open = JSON.stringify([access.environment(placeOf), access.options(placeOf)])
    for (const secret of ['sk-secret', 'p@ss', 'pass word', '"KEY"']) expect(open).not.toContain(secret)
  })

  test('the host key is pinned to host and port', () => {
    expect(storageAccess({ ...place, storage: sftp }).files['secrets/known-hosts']).toBe(
      '[::1]:2222 ssh-ed25519 AAAA\n',
    )
    const usual = { ...sftp, host: 'h', port: 22 }
    expect(storageAccess({ ...place, storage: usual }).files['secrets/known-hosts']).toBe(
      'h ssh-ed25519 AAAA\n',
    )
  })
})

describe('answers', () => {
  test('lines that are unknown are none, documents are found between other text', () => {
    expect(parseLine('{"message_type":"news"}')).toBeNull()
    expect(parseLine('text')).toBeNull()
    expect(parseLine('{"message_type":"change","path":"/a","modifier":"+"}')).toMatchObject({ path: '/a' })
    expect(parseDocument(snapshotList, '[0:00] 100 %\n[{"id":"1","time":"t"}]\n')).toEqual([
      { id: '1', time: 't' },
    ])
    expect(parseDocument(snapshotList, 'nothing')).toBeNull()
  })

  test('the summaries of backup, restore and check are told apart', () => {
    const backup =
      '{"message_type":"summary","snapshot_id":"a","total_files_processed":1,"total_bytes_processed":2,"data_added":3}'
    expect(parseLine(backup)).toHaveProperty('snapshot_id', 'a')
    expect(parseLine('{"message_type":"summary","num_errors":1,"broken_packs":["p"]}')).toMatchObject({
      num_errors: 1,
    })
    expect(parseLine('{"message_type":"summary","files_restored":4,"bytes_restored":5}')).toMatchObject({
      files_restored: 4,
    })
  })
})

test.each([
  ['-23h59m58.175675815s', true],
  ['-8760h0m1s', true],
  ['-4m58.1s', false],
  ['26m1.2s', false],
  ['3h26m1.2s', false],
])('a lock that is %s old is from a clock that was ahead: %s', (age, isIt) => {
  const text = `repository is already locked by PID 7 on elsewhere by root (UID 0, GID 0)
lock was created at 2026-11-19 20:36:03 (${age} ago)
storage ID 88f20ce4`
  expect(isLockFromFuture(text)).toBe(isIt)
})
