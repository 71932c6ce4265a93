// Tests of how far a new game server has come.

import type { TaskKind, TaskStatus } from '@rookery/contracts/run-states.ts'
import { expect, test } from 'vitest'
import { arrivalStep, isNewcomer } from './arrival-rules.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const task = (kind: TaskKind, status: TaskStatus, ended_at: string | null = null) => ({
  kind,
  status,
  ended_at,
})
const installed = task('install', 'success', '2026-11-15T11:59:00Z')

test('from the first moment to the start', () => {
  const waiting = task('start', 'waiting')
  expect(arrivalStep('not_installed', [waiting, task('install', 'waiting')])).toBe('install')
  expect(arrivalStep('installing', [waiting, task('install', 'working')])).toBe('install')
  expect(arrivalStep('stopped', [waiting, installed])).toBe('start')
  expect(arrivalStep('starting', [task('start', 'working'), installed])).toBe('start')
})

test('one that runs, rests or has fallen is not on its way', () => {
  for (const state of ['not_installed', 'stopped', 'running', 'crashed', 'install_failed'] as const) {
    expect(arrivalStep(state, [installed]), state).toBeNull()
  }
})

test('it is new while it is installed and a while after; a failed install makes nothing new', () => {
  expect(isNewcomer([task('install', 'working')], nowMs)).toBe(true)
  expect(isNewcomer([task('stop', 'success', '2026-11-15T11:59:30Z'), installed], nowMs)).toBe(true)
  expect(isNewcomer([task('install', 'success', '2026-11-15T10:00:00Z')], nowMs)).toBe(false)
  expect(isNewcomer([task('install', 'error', '2026-11-15T11:59:00Z')], nowMs)).toBe(false)
  expect(isNewcomer([], nowMs)).toBe(false)
})
