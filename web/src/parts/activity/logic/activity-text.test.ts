import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import { taskKinds } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { activityText } from './activity-text.ts'

const common = {
  ...{ id: 1, at: '2026-11-15T12:00:00.000Z', kind: 'run' as const },
  ...{ server: { id: 1, name: 'Arena' }, by: { id: 5, login: 'ada' } },
}
const stop = { ...common, what: 'task', task_id: 3, task: 'stop', message: null, exit_code: null } as const

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
    { ...common, what: 'settings', fields: ['autostart', 'of_tomorrow'], variables: ['Players'] },
    'Settings changed by ada',
    'Players, start with node, of_tomorrow',
  ],
  [{ ...common, what: 'settings', fields: [], variables: [], by: null }, 'Settings changed', null],
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
  expect(activityText(english, entry)).toMatchObject({ sentence, more })
})

test('every end of every task has a sentence, in German too', () => {
  for (const task of taskKinds) {
    for (const status of ['success', 'error', 'canceled'] as const) {
      for (const texts of [english, german]) {
        expect(activityText(texts, { ...stop, task, status }).sentence).not.toMatch(/activity|\{\{/)
      }
    }
  }
  expect(activityText(german, { ...stop, status: 'success' }).sentence).toBe('Gestoppt von ada')
})
