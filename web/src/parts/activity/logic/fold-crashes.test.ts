// Tests of telling crashes that repeat in one line.

import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { foldCrashes } from './fold-crashes.ts'

let id = 0
const common = (server: string) => ({
  id: ++id,
  at: '2026-11-15T12:00:00.000Z',
  kind: 'run' as const,
  server: { id: server.charCodeAt(0), name: server },
  by: null,
})
const state = (server: string, now: RunState): ServerActivityEntry => ({
  ...common(server),
  what: 'state',
  state: now,
  reason: null,
  exit_code: null,
})
const crashed = (server: string) => state(server, 'crashed')
const running = (server: string) => state(server, 'running')
const created = (server: string): ServerActivityEntry => ({ ...common(server), what: 'created' })

const inShort = (entries: ServerActivityEntry[]) =>
  foldCrashes(entries).map(
    ({ entry, times }) =>
      `${entry.server.name} ${entry.what === 'state' ? entry.state : entry.what}${times > 1 ? ` ${times}` : ''}`,
  )

test('crashes with the restarts between them are one line, and the start before them stays', () => {
  const entries = [crashed('a'), running('a'), crashed('a'), running('a'), crashed('a'), running('a')]
  expect(inShort(entries)).toEqual(['a crashed 3', 'a running'])
  expect(foldCrashes(entries)[0]?.entry).toBe(entries[0])
})

test('that it runs again after the last crash is told', () => {
  expect(inShort([running('a'), crashed('a'), crashed('a')])).toEqual(['a running', 'a crashed 2'])
})

test('another game server between them changes nothing', () => {
  expect(inShort([crashed('a'), crashed('b'), running('a'), crashed('a'), crashed('b')])).toEqual([
    'a crashed 2',
    'b crashed 2',
  ])
})

test('something else that happened to the same game server is told between', () => {
  expect(inShort([crashed('a'), created('a'), crashed('a')])).toEqual(['a crashed', 'a created', 'a crashed'])
})

test('a single crash and what is no crash stay as they are', () => {
  expect(inShort([running('a'), crashed('a'), running('a'), created('a')])).toEqual([
    'a running',
    'a crashed',
    'a running',
    'a created',
  ])
})
