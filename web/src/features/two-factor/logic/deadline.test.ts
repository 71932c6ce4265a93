// Tests of the deadline for a second factor.

import { expect, test } from 'vitest'
import { deadlineOf } from './deadline.ts'

const nudge = {
  required: true,
  show_now: true,
  hard_fail: false,
  days_remaining: 23,
  hard_fail_at: '2026-03-01T10:00:00.000Z',
}
const atMs = Date.parse(nudge.hard_fail_at)

test('5.5.2 days are told until the last one, which is told as such', () => {
  expect(deadlineOf(nudge)).toEqual({ kind: 'days', days: 23, atMs })
  expect(deadlineOf({ ...nudge, days_remaining: 0 })).toEqual({ kind: 'today', atMs })
})

test('5.5 with reminding only there is no deadline', () => {
  expect(deadlineOf({ ...nudge, days_remaining: null, hard_fail_at: null })).toEqual({ kind: 'none' })
})

test('5.5.5 a full login session may outlive the deadline', () => {
  expect(deadlineOf({ ...nudge, hard_fail: true, days_remaining: 0 })).toEqual({ kind: 'over' })
})
