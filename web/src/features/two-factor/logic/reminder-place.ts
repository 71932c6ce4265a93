// Where the reminder of a second factor stands: far from the deadline below what needs attention, near to it above the page.

import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { isQuietRoute } from './quiet-route.ts'

const urgentDays = 7

export const isUrgent = ({ hard_fail, days_remaining }: Omit<MfaNudge, 'show_now'>): boolean =>
  hard_fail || (days_remaining !== null && days_remaining <= urgentDays)

/** `home`: on the home page alone, after its problems; `top`: above every page that it does not disturb. */
export type ReminderPlace = 'home' | 'top'

export function reminderPlace(nudge: MfaNudge | undefined, pathname: string): ReminderPlace | null {
  if (!nudge?.show_now) return null
  if (isUrgent(nudge)) return isQuietRoute(pathname) ? 'top' : null
  return pathname === '/' ? 'home' : null
}
