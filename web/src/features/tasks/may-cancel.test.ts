// Tests of who is offered to cancel a task.

import type { Profile } from '@rookery/contracts/http/profile.ts'
import { expect, test } from 'vitest'
import { mayCancel } from './may-cancel.ts'

const closed: Profile['sections'] = { node: [], template: [], plugin: [], task: [] }
const stranger = { sections: closed }

test('whoever may edit tasks may cancel every task; seeing them is not enough', () => {
  const task = { kind: 'install', server_id: null } as const
  expect(mayCancel(task, { sections: { ...closed, task: ['view', 'edit'] } }, {})).toBe(true)
  expect(mayCancel(task, { sections: { ...closed, task: ['view'] } }, {})).toBe(false)
})

test('others need the right to ask for such a task on its game server', () => {
  const abilities = { 'game-server-update': true, 'game-server-stop': false }
  expect(mayCancel({ kind: 'reinstall', server_id: 7 }, stranger, abilities)).toBe(true)
  expect(mayCancel({ kind: 'kill', server_id: 7 }, stranger, abilities)).toBe(false)
  expect(mayCancel({ kind: 'delete', server_id: 7 }, stranger, { 'game-server-common': true })).toBe(true)
  expect(mayCancel({ kind: 'extract', server_id: 7 }, stranger, { 'game-server-files': true })).toBe(true)
  expect(mayCancel({ kind: 'archive', server_id: 7 }, stranger, abilities)).toBe(false)
  expect(mayCancel({ kind: 'reinstall', server_id: null }, stranger, abilities)).toBe(false)
})
