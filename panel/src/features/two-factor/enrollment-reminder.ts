// Reminds administrators to enroll, and says when a sign-in may only enroll (5.5.2 to 5.5.5).

import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import type { User, Users } from '../users/users.ts'
import {
  type EnrollmentPolicy,
  firstShownKey,
  hiddenUntilKey,
  nudgeOf,
  readReminderDates,
  remindLaterMs,
} from './logic/enrollment-reminder.ts'
import type { TwoFactorStore } from './two-factor-store.ts'

export interface EnrollmentReminder {
  /** Null for everybody who needs no reminder. */
  nudgeFor(user: User): Promise<MfaNudge | null>
  /** The same at a sign-in, which starts the countdown when none runs yet. */
  nudgeAtSignIn(user: User): Promise<MfaNudge | null>
  /** Hides the reminder for a day; the deadline stays. */
  snooze(userId: number): Promise<MfaNudge>
}

interface ReminderDeps {
  store: TwoFactorStore
  users: Users
  access: Access
  policy: EnrollmentPolicy
  now(): number
}

export function createEnrollmentReminder(deps: ReminderDeps): EnrollmentReminder {
  const { store, users, access, policy, now } = deps
  const needsReminder = async (user: User) =>
    policy.requiredForAdmins && !user.twoFactorEnabled && (await access.isAdministrator(user.id))
  const nudgeFrom = (metadata: Record<string, unknown>) => nudgeOf(readReminderDates(metadata), policy, now())
  return {
    nudgeFor: async user => ((await needsReminder(user)) ? nudgeFrom(user.metadata) : null),
    async nudgeAtSignIn(user) {
      if (!(await needsReminder(user))) return null
      const isDate = (value: unknown) => readReminderDates({ [firstShownKey]: value }).firstShownAtMs !== null
      const keepFirst = (value: unknown) => (isDate(value) ? value : timeOf(now()))
      return nudgeFrom(await store.changeMetadata(user.id, firstShownKey, keepFirst))
    },
    async snooze(userId) {
      const user = await users.findById(userId)
      if (!user || !(await needsReminder(user))) {
        throw new PanelError('conflict', { message: 'there is no reminder to postpone' })
      }
      const hideForADay = () => timeOf(now() + remindLaterMs)
      return nudgeFrom(await store.changeMetadata(userId, hiddenUntilKey, hideForADay))
    },
  }
}
