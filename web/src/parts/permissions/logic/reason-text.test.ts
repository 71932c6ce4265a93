// Tests of the sentences that answer "why?".

import type { StoredEntry } from '@rookery/contracts/http/permissions.ts'
import { describe, expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { reasonText, type Source } from './reason-text.ts'

const moderators = { id: 4, name: 'moderators', title: 'Moderators' }
const entry = (
  effect: StoredEntry['effect'],
  scope: Partial<StoredEntry>,
  role: typeof moderators | null,
): NonNullable<Source['entry']> => ({
  permission: 'game-server-start',
  effect,
  object_type: null,
  object_id: null,
  ...scope,
  role,
})
const allServers = { object_type: 'server' } as const
const oneServer = { object_type: 'server', object_id: 7 } as const

const sources: [Source, string][] = [
  [
    { reason: 'entry', entry: entry('allow', allServers, moderators) },
    'Allowed by role Moderators, on all servers.',
  ],
  [{ reason: 'entry', entry: entry('allow', {}, moderators) }, 'Allowed by role Moderators, everywhere.'],
  [
    { reason: 'entry', entry: entry('deny', allServers, moderators) },
    'Denied by role Moderators, on all servers. A deny always wins.',
  ],
  [
    { reason: 'entry', entry: entry('allow', oneServer, null) },
    'Allowed directly for this user on this server.',
  ],
  [
    { reason: 'entry', entry: entry('deny', oneServer, null) },
    'Denied directly for this user on this server. A deny always wins.',
  ],
  [
    { reason: 'entry', entry: entry('deny', { object_type: 'node' }, null) },
    'Denied directly for this user on all nodes. A deny always wins.',
  ],
  [{ reason: 'owner', entry: null }, 'Allowed because the owner can do everything on their server.'],
  [{ reason: 'administrator', entry: null }, 'Allowed because administrators can do everything.'],
  [{ reason: 'no_entry', entry: null }, 'Not allowed: nothing grants this.'],
  [
    { reason: 'basic_privileges', entry: null },
    'Denied: “See the server” is missing here, and everything else requires it.',
  ],
  [
    { reason: 'basic_privileges', entry: entry('deny', oneServer, moderators) },
    'Denied: “See the server” is missing here. The reason: Denied by role Moderators, on this server. A deny always wins.',
  ],
]

describe('5.6 why', async () => {
  const english = await textsForTests('en')
  const german = await textsForTests('de')

  test.each(sources)('%o', (source, sentence) => {
    expect(reasonText(english, source)).toBe(sentence)
  })

  test('in German too', () => {
    expect(sources.map(([source]) => reasonText(german, source))).toContain(
      'Verboten durch Rolle Moderators, auf allen Servern. Ein Verbot hat immer Vorrang.',
    )
    for (const [source] of sources) expect(reasonText(german, source)).not.toMatch(/permissions\.|\{\{/)
  })
})
