// Tests of where the reminder of a second factor stands.

import { expect, test } from 'vitest'
import { reminderPlace } from './reminder-place.ts'

const nudge = {
  required: true,
  show_now: true,
  hard_fail: false,
  days_remaining: 23,
  hard_fail_at: '2026-03-01T10:00:00.000Z',
}

test('5.5.3 far from the deadline it is on the home page alone, below what needs attention', () => {
  expect(reminderPlace(nudge, '/')).toBe('home')
  expect(reminderPlace(nudge, '/servers')).toBeNull()
  expect(reminderPlace({ ...nudge, days_remaining: null, hard_fail_at: null }, '/')).toBe('home')
})

test('5.5.3 in the last week, and after it, it is above every page that it does not disturb', () => {
  for (const late of [{ days_remaining: 7 }, { days_remaining: 0 }, { days_remaining: 0, hard_fail: true }]) {
    expect(reminderPlace({ ...nudge, ...late }, '/')).toBe('top')
    expect(reminderPlace({ ...nudge, ...late }, '/servers')).toBe('top')
    expect(reminderPlace({ ...nudge, ...late }, '/servers/1/console')).toBeNull()
  }
})

test('5.5.3 (C138) put off for a day it is nowhere, however near the deadline is', () => {
  expect(reminderPlace({ ...nudge, days_remaining: 1, show_now: false }, '/')).toBeNull()
  expect(reminderPlace(undefined, '/')).toBeNull()
})
