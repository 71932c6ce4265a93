// Tests of the words about what a role gives.

import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import { expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { entriesText } from './entries-text.ts'

const entry = (
  permission: StoredEntry['permission'],
  effect: StoredEntry['effect'],
  type: StoredEntry['object_type'] = null,
  id: number | null = null,
): StoredEntry => ({ permission, effect, object_type: type, object_id: id })

test('5.6 a role says what it gives where, in the order people know', async () => {
  const t = await textsForTests('en')
  const entries = [
    entry('game-server-start', 'allow', 'server'),
    entry('game-server-common', 'allow', 'server'),
    entry('game-server-files', 'deny', 'server'),
    entry('view', 'allow', 'node', 3),
    entry('view', 'allow', 'node', 4),
    entry('admin roles & permissions', 'allow'),
  ]
  const nameOf = ({ objectId }: { objectId: number | null }) => (objectId === 3 ? 'basement' : undefined)
  const text = entriesText(t, entries, nameOf, 'en').map(({ where, allows, denies }) => [
    where,
    allows,
    denies,
  ])
  expect(text).toEqual([
    ['Everywhere', 'Administrator', null],
    ['All servers', 'See the server, Start', 'Files'],
    ['Node basement', 'View', null],
    ['Node #4', 'View', null],
  ])
})
