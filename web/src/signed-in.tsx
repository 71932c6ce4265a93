// What surrounds every page of a signed-in person: the shell, kept true by the live channel, the reminder, the uploads.

import { readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLiveEvents } from './features/events/events.ts'
import { uploadPresence } from './features/files/uploads/upload-presence.ts'
import { ShellPage } from './features/shell/shell-page.tsx'
import { apiQuery } from './platform/api-queries.ts'
import { useLanguage, withTexts } from './texts/texts.ts'

const loadReminder = withTexts(
  ['account', 'secondFactor'],
  () => import('./features/two-factor/reminder-page.tsx'),
)
const ReminderPage = lazy(async () => ({ default: (await loadReminder()).ReminderPage }))

const loadTray = withTexts(['uploads'], () => import('./features/files/uploads/upload-tray-page.tsx'))
const UploadTrayPage = lazy(async () => ({ default: (await loadTray()).UploadTrayPage }))

/** Templates and plugins answer in the language that was asked for. */
function useAskInNewLanguage(): void {
  const queryClient = useQueryClient()
  const language = useLanguage()
  const asked = useRef(language)
  useEffect(() => {
    if (asked.current === language) return
    asked.current = language
    void queryClient.invalidateQueries()
  }, [language, queryClient])
}

export function SignedIn() {
  useAskInNewLanguage()
  const hasUploads = useSyncExternalStore(uploadPresence.subscribe, uploadPresence.isAny)
  const nudge = useQuery(apiQuery(readProfile, {})).data?.mfa_nudge
  return (
    <>
      <ShellPage
        line={useLiveEvents()}
        notice={
          <Suspense fallback={null}>{nudge?.show_now && <ReminderPage nudge={nudge} place="top" />}</Suspense>
        }
      />
      <Suspense fallback={null}>{hasUploads && <UploadTrayPage />}</Suspense>
    </>
  )
}
