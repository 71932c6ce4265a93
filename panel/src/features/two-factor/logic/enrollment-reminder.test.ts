import { describe, expect, test } from 'vitest'
import { dayMs, isPastDeadline, nudgeOf, readReminderDates } from './enrollment-reminder.ts'

const policy = { requiredForAdmins: true, hardFailDays: 30 }
const dates = (firstShownAtMs: number | null, hiddenUntilMs: number | null = null) => ({
  firstShownAtMs,
  hiddenUntilMs,
})

describe('5.5 reminder and deadline as functions of time', () => {
  test('5.5.4 (A17) the deadline itself is past', () => {
    expect(isPastDeadline(dates(0), policy, 30 * dayMs - 1)).toBe(false)
    expect(isPastDeadline(dates(0), policy, 30 * dayMs)).toBe(true)
    expect(isPastDeadline(dates(null), policy, 300 * dayMs)).toBe(false)
    expect(isPastDeadline(dates(0), { ...policy, hardFailDays: 0 }, 300 * dayMs)).toBe(false)
  })

  test.each([
    [0, 30],
    [1, 30],
    [dayMs, 29],
    [29.5 * dayMs, 1],
    [30 * dayMs, 0],
    [99 * dayMs, 0],
  ])('5.5 after %i ms, %i days remain', (nowMs, days) => {
    expect(nudgeOf(dates(0), policy, nowMs).days_remaining).toBe(days)
  })

  test('5.5.2 before a countdown has begun all days remain, and no date is named', () => {
    expect(nudgeOf(dates(null), policy, dayMs)).toMatchObject({ days_remaining: 30, hard_fail_at: null })
  })

  test('5.5.3 hidden for a day at most; a time further away comes from a wrong clock', () => {
    expect(nudgeOf(dates(0, dayMs), policy, 0).show_now).toBe(false)
    expect(nudgeOf(dates(0, dayMs), policy, dayMs).show_now).toBe(true)
    expect(nudgeOf(dates(0, dayMs + 1), policy, 0).show_now).toBe(true)
  })

  test.each([[undefined], [null], [''], ['soon'], [17], [{}]])('2.2 %j is no date', value => {
    expect(readReminderDates({ mfa_first_shown_at: value }).firstShownAtMs).toBeNull()
  })
})
