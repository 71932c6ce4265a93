import type { ServerActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { RunState, TaskKind, TaskStatus } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { stopEntry } from './stop-entry-rules.ts'

const entry = (parts: object) => parts as ServerActivityEntry
const task = (kind: TaskKind, status: TaskStatus = 'success') => entry({ what: 'task', task: kind, status })
const state = (reached: RunState) => entry({ what: 'state', state: reached })
const edit = entry({ what: 'files' })

test('the newest stop tells it, whatever was done to its files since', () => {
  for (const stop of [task('stop'), task('kill'), state('stopped')])
    expect(stopEntry('stopped', [edit, task('backup'), task('start', 'error'), stop, task('start')])).toBe(
      stop,
    )
})

test('nothing tells it where it runs, or rests for another reason', () => {
  expect(stopEntry('running', [task('stop')])).toBeNull()
  expect(stopEntry('stopped', [task('update'), task('stop')])).toBeNull()
  expect(stopEntry('stopped', [state('crashed'), task('stop')])).toBeNull()
  expect(stopEntry('stopped', [task('start'), task('stop')])).toBeNull()
  expect(stopEntry('stopped', [edit])).toBeNull()
})
