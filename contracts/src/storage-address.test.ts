// What the recovery sheet says is what the command line understands.

import { expect, test } from 'vitest'
import type { BackupPlace } from './backups.ts'
import { formatStorageArguments, parseStorageAddress } from './storage-address.ts'

const places: [BackupPlace, string][] = [
  [{ kind: 'folder', path: '/srv/backups' }, '/srv/backups'],
  [{ kind: 'folder', path: "/srv/it's here" }, String.raw`'/srv/it'\''s here'`],
  [
    {
      ...{ kind: 's3', endpoint: 'https://s3.example.com', bucket: 'games', prefix: 'eu/one' },
      ...{ region: 'eu-1', access_key_id: 'AKIA1' },
    },
    's3:https://s3.example.com/games/eu/one --access-key AKIA1 --region eu-1',
  ],
  [
    {
      ...{ kind: 'sftp', host: 'vault.example.com', port: 2222, user: 'backup', path: '/data/games' },
      host_key: 'ssh-ed25519 AAAAC3Nza+/=',
    },
    "sftp://backup@vault.example.com:2222/data/games --host-key 'ssh-ed25519 AAAAC3Nza+/='",
  ],
  [
    { kind: 'rest', url: 'https://backups.example.com:8000/node7', user: 'node7' },
    'rest:https://backups.example.com:8000/node7 --user node7',
  ],
]

/** As a shell splits it. */
function split(line: string): string[] {
  const pieces = line.match(/(?:'[^']*'|\\'|[^\s'\\])+/g) ?? []
  return pieces.map(piece => piece.replaceAll(/'([^']*)'|\\(')/g, (_, quoted, escaped) => quoted ?? escaped))
}

test.each(places)('%j is written as %s and read again', (place, written) => {
  expect(formatStorageArguments(place)).toBe(written)
  const [address = '', ...rest] = split(written)
  const options: Record<string, string> = {}
  for (let at = 0; at < rest.length; at += 2) options[(rest[at] ?? '').slice(2)] = rest[at + 1] ?? ''
  expect(parseStorageAddress(address, options, path => path)).toEqual({ place })
})

test('a folder may be typed relative to where one is, and a host key may be left out', () => {
  expect(parseStorageAddress('backups', {}, path => `/here/${path}`)).toEqual({
    place: { kind: 'folder', path: '/here/backups' },
  })
  expect(parseStorageAddress('sftp://me@host/a', {}, path => path)).toMatchObject({
    place: { kind: 'sftp', host: 'host', port: 22, host_key: '' },
  })
})

test.each([
  ['s3:https://s3.example.com/games', '--access-key'],
  ['s3:games', 's3:https://HOST/BUCKET'],
  ['s3:https://s3.example.com', 's3:https://HOST/BUCKET'],
  ['sftp://host/path', 'sftp://USER@HOST'],
  ['ftp://host/path', '“ftp:” is no kind of storage'],
  ['rest:backups.example.com', 'must begin with http'],
])('%s is refused with what is missing', (address, text) => {
  const read = parseStorageAddress(address, {}, path => path)
  expect('problem' in read && read.problem).toContain(text)
})
