import type { PeopleActivityEntry } from '@rookery/contracts/http/activity.ts'
import { expect, test } from 'vitest'
import { sentenceText } from '../../../parts/activity/logic/sentence-parts.ts'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { peopleDetails } from './people-details.ts'
import { peopleSentence } from './people-sentence.ts'

const t = await textsForTests('en')

const entry = (more: Partial<PeopleActivityEntry>): PeopleActivityEntry => ({
  ...{ id: 1, at: '2026-11-17T12:00:00.000Z', kind: 'permissions', what: 'people', via: 'session' },
  ...{ event: 'permissions_changed', by: { id: 1, login: 'admin' }, server: null, details: {} },
  subject: { type: 'user', id: 2, name: 'nina' },
  ...more,
})
const permission = (name: string, before: 'allow' | null, after: 'allow' | null) => ({
  ...{ permission: name, object_type: 'server', object_id: 3, before, after },
})
const server = { id: 3, name: 'Arena' }
const said = (more: Partial<PeopleActivityEntry>) => sentenceText(peopleSentence(t, entry(more)))

test('who gave whom what, on which server', () => {
  const given = [
    permission('game-server-common', null, 'allow'),
    permission('game-server-files', null, 'allow'),
  ]
  expect(said({ server, details: { permissions: given } })).toBe(
    'admin gave nina permissions on Arena: See the server, Files',
  )
  const taken = [permission('game-server-files', 'allow', null)]
  expect(said({ server, details: { permissions: taken } })).toBe(
    'admin removed permissions from nina on Arena: Files',
  )
  expect(said({ server, details: { permissions: [...given, ...taken] } })).toBe(
    'admin changed the permissions of nina on Arena',
  )
})

test('people, servers and objects are pieces of their own, whatever they are called', () => {
  const odd = { type: 'user', id: 2, name: '{{who}}' } as const
  expect(peopleSentence(t, entry({ event: 'user_created', subject: odd }))).toEqual([
    { part: 'who', text: 'admin' },
    ' created the user ',
    { part: 'subject', text: '{{who}}' },
  ])
})

test('own accounts, commands on the machine, and logins that nobody has', () => {
  const nina = { by: { id: 2, login: 'nina' } }
  expect(said({ ...nina, event: 'password_changed' })).toBe('nina changed their password')
  expect(said({ event: 'password_changed' })).toBe('admin set a new password for nina')
  const command = { by: null, via: 'command', details: { machine_user: 'root' } } as const
  expect(said({ ...command, event: 'user_created' })).toBe('root (command line) created the user nina')
  const failed = { by: null, via: 'panel', event: 'sign_in_failed' } as const
  expect(said({ ...failed, subject: null, details: { wrong_passwords: 3 } })).toBe(
    '3 failed sign-ins with unknown logins',
  )
})

test('details tell before and after', () => {
  const changes = [{ field: 'email', before: null, after: 'n@example.org' }]
  expect(peopleDetails(t, entry({ details: { changes } }), at => at)).toEqual([
    { label: 'Email', before: 'empty', value: 'n@example.org' },
  ])
})
