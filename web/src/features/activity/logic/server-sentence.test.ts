// What happened on a server is told in one voice: who did what to which server.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import { expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { sentenceText } from './people-sentence.ts'
import { serverSentence } from './server-sentence.ts'

const t = await textsForTests('en')
const said = (more: object, by: { id: number; login: string } | null = { id: 1, login: 'mara' }) =>
  sentenceText(
    serverSentence(t, {
      ...{ id: 1, at: '2026-11-17T12:00:00.000Z', kind: 'run', server: { id: 3, name: 'Arena' }, by },
      ...more,
    } as unknown as ServerActivityEntry),
  )
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
    'mara uploaded 118 files on Arena',
  )
  expect(said({ what: 'files', deed: 'written', count: 1, paths: [] })).toBe('mara edited a file on Arena')
  expect(said({ what: 'schedule', deed: 'created', name: 'Nightly' })).toBe('mara added a schedule to Arena')
})

test('what happened by itself, or did not happen, was done by nobody', () => {
  expect(said({ what: 'state', state: 'crashed', reason: null, exit_code: 137 }, null)).toBe('Arena crashed')
  expect(said(task('success'), null)).toBe('Arena · Stopped')
  expect(said(task('error'))).toBe('Arena · Stop failed, requested by mara')
})
