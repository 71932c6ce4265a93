// Tests of which task is shown on the overview.

import type { TaskStatus } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { visibleTask } from './visible-task-rules.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const task = (id: number, status: TaskStatus, ended_at: string | null = null) => ({
  id,
  status,
  ended_at,
  planned: null,
})

test('while it installs, the start that waits behind it is not in the way', () => {
  expect(visibleTask([task(2, 'waiting'), task(1, 'working')], nowMs)?.id).toBe(1)
  expect(visibleTask([task(3, 'waiting'), task(2, 'waiting'), task(1, 'success', 'x')], nowMs)?.id).toBe(2)
})

test('what ended is shown while it is of interest', () => {
  expect(visibleTask([task(2, 'success', '2026-11-15T11:58:00Z')], nowMs)?.id).toBe(2)
  expect(visibleTask([task(2, 'success', '2026-11-15T10:00:00Z')], nowMs)).toBeNull()
  expect(visibleTask([], nowMs)).toBeNull()
})

test('what runs and what failed stays, success steps back after ten minutes', () => {
  expect(visibleTask([task(1, 'error', '2026-11-15T02:00:00Z')], nowMs)?.id).toBe(1)
  expect(visibleTask([task(1, 'success', '2026-11-15T11:51:00Z')], nowMs)?.id).toBe(1)
  expect(visibleTask([task(1, 'success', '2026-11-15T11:49:00Z')], nowMs)).toBeNull()
})

test('a restart that waits for its time is shown above the tabs, not here', () => {
  const planned = { ...task(2, 'waiting'), planned: { when: 'empty', due_at: null } } as const
  expect(visibleTask([planned], nowMs)).toBeNull()
  expect(visibleTask([{ ...planned, status: 'working' }], nowMs)?.id).toBe(2)
})
