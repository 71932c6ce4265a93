import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { expect, test } from 'vitest'
import type { LineDetails } from './line.ts'
import { visibleEntry } from './visible-entry.ts'

const common = {
  ...{ id: 1, at: '2026-11-15T12:00:00.000Z', kind: 'run' as const },
  ...{ server: { id: 1, name: 'Arena' }, by: { id: 5, login: 'ada' } },
}
const holding = (...names: string[]) =>
  Object.fromEntries(gameServerPermissionNames.map(name => [name, names.includes(name)])) as never
const seen = (details: LineDetails, ...permissions: string[]) =>
  visibleEntry({ ...common, details }, holding('game-server-common', ...permissions))

const files: LineDetails = { what: 'files', deed: 'written', paths: ['secret-plan.txt'], count: 1 }
const settings: LineDetails = {
  what: 'settings',
  fields: ['autostart'],
  variables: ['Players'],
  changes: [{ of: 'variable', name: 'Players', before: '16', after: '32' }],
}
const backup: LineDetails = { what: 'backup', deed: 'locked', message: null, of: '2026-11-17T04:00:00.000Z' }
const schedule: LineDetails = { what: 'schedule', deed: 'created', name: 'Nightly' }
const task: LineDetails = {
  ...{ what: 'task', task_id: 3, task: 'stop', status: 'error' },
  ...{ message: 'no', exit_code: null, plugin: 'Night rest' },
}
const cases: [LineDetails, string, object][] = [
  [files, 'game-server-files', { paths: [], count: 1 }],
  [settings, 'game-server-settings', { fields: [], variables: [], changes: [] }],
  [backup, 'game-server-files', { of: null }],
  [schedule, 'game-server-tasks', { name: null }],
  [task, 'game-server-stop', { message: null, status: 'error', plugin: undefined }],
]

test.each(cases)('with the permission it belongs to, a line is shown as it is: %o', (details, permission) => {
  expect(seen(details, permission)).toEqual({ ...common, ...details })
})

test.each(cases)('without it only that it happened: no name, no message, not who', (details, _, bare) => {
  expect(seen(details)).toEqual({ ...common, by: null, ...details, ...bare })
})

test('a state is for everybody who sees the game server', () => {
  const crash: LineDetails = { what: 'state', state: 'crashed', reason: 'exit code 1', exit_code: 1 }
  expect(seen(crash)).toMatchObject({ reason: 'exit code 1', exit_code: 1 })
})
