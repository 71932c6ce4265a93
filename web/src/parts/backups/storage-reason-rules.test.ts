// Tests of what nodes say of a backup storage, in the reader's language.

import { expect, test } from 'vitest'
import { textsForTests } from '../../texts/texts-for-tests.ts'
import { storageReasonText } from './storage-reason-rules.ts'

const english = await textsForTests('en')
const german = await textsForTests('de')
const inEnglish = (reason: string) => storageReasonText(english, reason, 'en')

test.each([
  [
    "Can't take the backup: there is no space left in the folder of the storage. Free space, or delete old backups, then try again.",
    'This storage is full. Free up space or delete old backups.',
  ],
  [
    "Can't open the repository: the S3 storage refuses access. Check its keys, its user and what they may do there.",
    'The storage denies access. Check its keys, its user and their permissions.',
  ],
  [
    "Can't list the backups: the 12 backups of this server are no longer in /mnt/backups. Check that its disk is mounted. If nothing is left of them, delete them from the list.",
    'The backups are no longer in their folder. Check that its disk is mounted. If nothing is left of them, delete them from the list.',
  ],
  [
    "Can't open the repository: neither /mnt/disk/backups nor the folder above it is on this machine. Create it, or check that its disk is mounted.",
    'Neither the folder nor its parent exists on the node. Create it, or check that its disk is mounted.',
  ],
  [
    'Cellar takes 3 backups of this game server, and so many are locked: unlock one, or raise the limit',
    '3 backups are allowed, and all of them are locked. Unlock one, or raise the limit.',
  ],
  [
    'backups of this game server take 2147483648 bytes in Cellar, and 1073741824 are allowed: delete some, or raise the limit',
    '2 GiB of 1 GiB are used. Delete backups, or raise the limit.',
  ],
])('%s', (reason, text) => {
  expect(inEnglish(reason)).toBe(text)
})

test('speaks the language of the person', () => {
  expect(storageReasonText(german, 'there is no room for a trial restore', 'de')).toMatch(/^Auf dem Knoten/)
})

test('what nobody has foreseen is a sentence all the same', () => {
  expect(inEnglish('the moon is full')).toBe('The moon is full.')
})
