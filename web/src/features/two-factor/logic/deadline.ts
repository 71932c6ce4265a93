// When an administrator must have a second factor, as far as the panel tells (5.5.2 to 5.5.4).

import type { MfaNudge } from '@rookery/contracts/http/auth.ts'

export type Deadline =
  | { kind: 'none' }
  | { kind: 'over' }
  | { kind: 'today'; atMs: number }
  | { kind: 'days'; days: number; atMs: number }

export function deadlineOf(nudge: MfaNudge): Deadline {
  if (nudge.hard_fail) return { kind: 'over' }
  if (nudge.days_remaining === null || nudge.hard_fail_at === null) return { kind: 'none' }
  const atMs = Date.parse(nudge.hard_fail_at)
  return nudge.days_remaining < 1
    ? { kind: 'today', atMs }
    : { kind: 'days', days: nudge.days_remaining, atMs }
}
