// Reminder and deadline of administrators without a second factor, as functions of time (5.5.2 to 5.5.4, A17).

import type { MfaNudge } from '@rookery/contracts/http/auth.ts'

export interface EnrollmentPolicy {
  /** False turns the whole mechanism off. */
  requiredForAdmins: boolean
  /** 0: remind, never block. */
  hardFailDays: number
}

/** What the user's metadata holds about the reminder. */
export interface ReminderDates {
  firstShownAtMs: number | null
  hiddenUntilMs: number | null
}

export const firstShownKey = 'mfa_first_shown_at'
export const hiddenUntilKey = 'mfa_reminder_hidden_until'

export const dayMs = 24 * 60 * 60 * 1000
export const remindLaterMs = dayMs

export function readReminderDates(metadata: Record<string, unknown>): ReminderDates {
  return { firstShownAtMs: timeIn(metadata[firstShownKey]), hiddenUntilMs: timeIn(metadata[hiddenUntilKey]) }
}

/** Something that is no time counts as absent. */
function timeIn(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

function deadlineMs({ firstShownAtMs }: ReminderDates, { hardFailDays }: EnrollmentPolicy): number | null {
  return firstShownAtMs === null || hardFailDays === 0 ? null : firstShownAtMs + hardFailDays * dayMs
}

/** Whether a sign-in now gives only a restricted session. */
export function isPastDeadline(dates: ReminderDates, policy: EnrollmentPolicy, nowMs: number): boolean {
  const deadline = deadlineMs(dates, policy)
  return deadline !== null && nowMs >= deadline
}

export function nudgeOf(dates: ReminderDates, policy: EnrollmentPolicy, nowMs: number): MfaNudge {
  const deadline = deadlineMs(dates, policy)
  const leftMs = deadline === null ? policy.hardFailDays * dayMs : Math.max(0, deadline - nowMs)
  return {
    required: policy.requiredForAdmins,
    show_now: !isHidden(dates, nowMs),
    hard_fail: isPastDeadline(dates, policy, nowMs),
    days_remaining: policy.hardFailDays === 0 ? null : Math.ceil(leftMs / dayMs),
    hard_fail_at: deadline === null ? null : new Date(deadline).toISOString(),
  }
}

/** A time further away than anybody can have asked for comes from a wrong clock. */
function isHidden({ hiddenUntilMs }: ReminderDates, nowMs: number): boolean {
  return hiddenUntilMs !== null && nowMs < hiddenUntilMs && hiddenUntilMs <= nowMs + remindLaterMs
}
