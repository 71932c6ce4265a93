// Which server and backup is meant by what a person types.

import type { RecoverableBackup, RecoverableServer } from '@rookery/contracts/recovery-command.ts'
import { expect, test } from 'vitest'
import {
  isServerUuid,
  matchBackups,
  matchServers,
  noBackupText,
  noServerText,
  problemText,
} from './recovery-choice.ts'

const backup = (id: string): RecoverableBackup => ({
  ...{ id, engine: 'restic', taken_at_ms: 1, kind: 'manual', note: '', files: 1, bytes: 1 },
})
const server = (uuid: string, name: string, ids: string[] = []): RecoverableServer => ({
  ...{ uuid, name, backups: ids.map(backup), problem: '' },
})
const all = [
  server('aaaa1111-0000-4000-8000-000000000001', 'Survival'),
  server('aaaa2222-0000-4000-8000-000000000002', 'survival'),
  server('bbbb3333-0000-4000-8000-000000000003', 'aaaa2222'),
  server('cccc4444-0000-4000-8000-000000000004', ''),
]
const uuidsOf = (found: readonly RecoverableServer[]) => found.map(({ uuid }) => uuid.slice(0, 4))

test.each([
  [null, ['aaaa', 'aaaa', 'bbbb', 'cccc']],
  ['SURVIVAL', ['aaaa', 'aaaa']],
  ['aaaa1', ['aaaa']],
  // A name comes before the beginning of a uuid.
  ['aaaa2222', ['bbbb']],
  ['CCCC', ['cccc']],
  ['Creative', []],
])('the servers meant by %s', (wanted, uuids) => {
  expect(uuidsOf(matchServers(all, wanted))).toEqual(uuids)
})

test('a backup is the newest, or the one whose id begins so', () => {
  const backups = ['12ab', '12cd', '99ef'].map(backup)
  const idsOf = (wanted: string | null) => matchBackups(backups, wanted).map(({ id }) => id)
  expect(idsOf(null)).toEqual(['99ef'])
  expect(idsOf('12A')).toEqual(['12ab'])
  expect(idsOf('12')).toEqual(['12ab', '12cd'])
  expect(idsOf('0')).toEqual([])
})

test('what is not found names what is there', () => {
  expect(noServerText(all, 'Creative')).toContain('Survival, survival, aaaa2222, cccc4444')
  expect(noBackupText(server('u', 'Creative', ['12', '13']), '1', 2)).toContain('2 backups begin with “1”')
  expect(noBackupText(server('u', 'Creative', ['12']), '9', 0)).toContain('no backup “9” of Creative')
  expect(noBackupText(server('u', 'Creative'), null, 0)).toContain('no backup of Creative')
})

test('only a whole uuid is one, and what is wrong with restic says how to get it', () => {
  expect(isServerUuid('AAAA1111-0000-4000-8000-000000000001')).toBe(true)
  expect(isServerUuid('aaaa1111')).toBe(false)
  expect(problemText('engine_missing', 'x')).toContain('apt install restic')
  expect(problemText('wrong_password', 'x')).toContain('recovery key')
  expect(problemText('damaged', 'as it says')).toBe('as it says')
})
