// What happened on a server is told in one voice: who did what to which server.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import { expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { sentenceText } from './sentence-parts.ts'
import { ownFacts, serverFacts } from './server-sentence.ts'

const t = await textsForTests('en')
const mara = { id: 1, login: 'mara' }
const entryOf = (more: object, by: { id: number; login: string } | null = mara) =>
  ({
    ...{ id: 1, at: '2026-11-17T12:00:00.000Z', kind: 'run', server: { id: 3, name: 'Arena' }, by },
    ...more,
  }) as unknown as ServerActivityEntry
const said = (more: object, by: typeof mara | null = mara) =>
  serverFacts(t, entryOf(more, by)).map(sentenceText).join(' · ')
const task = (status: string) => ({
  what: 'task',
  task: 'stop',
  status,
  task_id: 7,
  message: null,
  exit_code: null,
})

test('who did it comes first', () => {
  expect(said(task('success'))).toBe('mara stopped Arena')
  expect(said({ what: 'files', deed: 'uploaded', count: 118, paths: [] })).toBe(
    'mara uploaded 118 files to Arena',
  )
  expect(said({ what: 'files', deed: 'written', count: 1, paths: [] })).toBe('mara edited a file on Arena')
  expect(said({ what: 'schedule', deed: 'created', name: 'Nightly' })).toBe('mara added a schedule to Arena')
})

test('what happened by itself, or did not happen, was done by nobody', () => {
  expect(said({ what: 'state', state: 'crashed', reason: null, exit_code: 137 }, null)).toBe('Arena crashed')
  expect(said(task('success'), null)).toBe('Arena was stopped')
  expect(said(task('error'))).toBe('mara couldn’t stop Arena')
  expect(said(task('error'), null)).toBe('Arena · Stop failed')
  expect(said(task('canceled'))).toBe('Arena · Stop canceled, requested by mara')
})

test('on its own page it is this server, and a sentence begins with a capital letter', async () => {
  const german = await textsForTests('de')
  const own = (more: object, by: typeof mara | null = mara) =>
    ownFacts(t, entryOf(more, by), 'en').map(sentenceText).join(' · ')
  const inGerman = (more: object, by: typeof mara | null = mara) =>
    ownFacts(german, entryOf(more, by), 'de').map(sentenceText).join(' · ')
  const crash = { what: 'state', state: 'crashed', reason: null, exit_code: 137 }
  expect(own(task('success'))).toBe('mara stopped this server')
  expect(own(crash, null)).toBe('This server crashed')
  expect(own(task('error'), null)).toBe('Stop failed')
  expect(inGerman(task('success'))).toContain('Arena')
  expect(inGerman(crash, null)).toMatch(/^Dieser Server /)
})
