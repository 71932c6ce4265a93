// What surrounds every page of a signed-in person: the shell, kept true by the live channel, and the reminder.

import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLiveEvents } from './features/live-events/live-events.ts'
import { ShellPage } from './features/shell/shell-page.tsx'
import { apiQuery } from './platform/api-queries.ts'
import { withTexts } from './ui/texts/texts.ts'

const loadReminder = withTexts(
  ['account', 'secondFactor'],
  () => import('./features/two-factor/reminder-page.tsx'),
)
const ReminderPage = lazy(async () => ({ default: (await loadReminder()).ReminderPage }))

export function SignedIn() {
  const nudge = useQuery(apiQuery(readProfile, {})).data?.mfa_nudge
  return (
    <>
      <ShellPage line={useLiveEvents()} />
      <Suspense fallback={null}>{nudge?.show_now && <ReminderPage nudge={nudge} />}</Suspense>
    </>
  )
}
