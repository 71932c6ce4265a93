import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import { taskKinds } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { activityText, sentenceOf } from './activity-text.ts'

const common = {
  ...{ id: 1, at: '2026-11-15T12:00:00.000Z', kind: 'run' as const },
  ...{ server: { id: 1, name: 'Arena' }, by: { id: 5, login: 'ada' } },
}
const stop = { ...common, what: 'task', task_id: 3, task: 'stop', message: null, exit_code: null } as const

const field = (name: string, before: string | null, after: string | null) =>
  ({ of: 'field', name, before, after }) as const

const cases: [ServerActivityEntry, string, string | null][] = [
  [{ ...stop, status: 'success' }, 'Stopped by ada', null],
  [{ ...stop, status: 'success', by: null }, 'Stopped', null],
  [
    { ...stop, status: 'success', plugin: 'Night rest' },
    'Stopped by Night rest (plugin, granted by ada)',
    null,
  ],
  [{ ...stop, status: 'success', plugin: 'Night rest', by: null }, 'Stopped by Night rest (plugin)', null],
  [{ ...stop, status: 'error', message: 'it hangs' }, 'Stop failed, requested by ada', 'It hangs'],
  [{ ...stop, status: 'error', exit_code: 3 }, 'Stop failed, requested by ada', 'exit code 3'],
  [
    { ...common, what: 'state', state: 'crashed', reason: 'segfault', exit_code: 139, by: null },
    'Crashed',
    'Segfault',
  ],
  [
    { ...common, what: 'state', state: 'crashed', reason: null, exit_code: 139, by: null },
    'Crashed',
    'exit code 139',
  ],
  [{ ...common, what: 'created' }, 'Created by ada', null],
  [
    {
      ...common,
      what: 'settings',
      fields: ['autostart', 'of_tomorrow'],
      variables: ['Players'],
      changes: [],
    },
    'Settings changed by ada',
    'Players, start with node, of_tomorrow',
  ],
  [
    {
      ...{ ...common, what: 'details', fields: ['memory_limit_bytes', 'rcon_password'], variables: [] },
      changes: [field('memory_limit_bytes', String(20 * 2 ** 30), String(30 * 2 ** 30))],
    },
    'Server edited by ada',
    'memory limit 20 → 30 GiB, RCON password',
  ],
  [
    {
      ...{ ...common, what: 'details', fields: ['port', 'cpu_limit_percent', 'autostart'], variables: [] },
      changes: [
        field('port', '25565', '25566'),
        field('cpu_limit_percent', null, '200'),
        field('autostart', 'true', 'false'),
      ],
    },
    'Server edited by ada',
    'port 25565 → 25566, CPU limit unlimited → 200%, start with node on → off',
  ],
  [
    {
      ...{ ...common, what: 'settings', fields: [], variables: ['Motto'] },
      changes: [{ of: 'variable', name: 'Motto', before: '12 wolves', after: '13 wolves' }],
    },
    'Settings changed by ada',
    'Motto 12 wolves → 13 wolves',
  ],
  [
    { ...common, what: 'settings', fields: [], variables: [], changes: [], by: null },
    'Settings changed',
    null,
  ],
  [{ ...common, what: 'files', deed: 'written', paths: ['a.cfg'], count: 1 }, 'File edited by ada', 'a.cfg'],
  [
    { ...common, what: 'files', deed: 'uploaded', paths: ['a', 'b', 'c'], count: 120 },
    '120 files uploaded by ada',
    'a, b, c and 117 more',
  ],
  [{ ...common, what: 'files', deed: 'deleted', paths: [], count: 2, by: null }, '2 files deleted', null],
  [{ ...common, what: 'schedule', deed: 'changed', name: 'Nightly' }, 'Schedule changed by ada', 'Nightly'],
]

const english = await textsForTests('en')
const german = await textsForTests('de')

test.each(cases)('%o', (entry, sentence, more) => {
  expect(sentenceOf(english, entry)).toBe(sentence)
  expect(activityText(english, entry, 'en')).toMatchObject({
    more: more?.replaceAll(' →', '\u00a0→') ?? null,
  })
})

test('every end of every task has a sentence, in German too', () => {
  for (const task of taskKinds) {
    for (const status of ['success', 'error', 'canceled'] as const) {
      for (const texts of [english, german]) {
        expect(sentenceOf(texts, { ...stop, task, status })).not.toMatch(/activity|\{\{/)
      }
    }
  }
  expect(sentenceOf(german, { ...stop, status: 'success' })).toBe('Gestoppt von ada')
})
