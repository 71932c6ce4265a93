// Shows the reminder when the panel says so, and tells the panel when it is put off.

import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { snoozeReminder } from '@rookery/contracts/http/two-factor.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { ReminderView } from './reminder-view.tsx'

export function ReminderPage({ nudge }: { nudge: MfaNudge }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isAnswered, setIsAnswered] = useState(false)
  const isThere = useLocation().pathname === '/profile/two-factor'
  // Whatever the panel answers, nobody is asked twice on one page; an unsaved answer is asked for again next time.
  const snooze = useMutation({
    mutationFn: () => api(snoozeReminder, {}),
    onSuccess: ({ mfa_nudge }) =>
      queryClient.setQueryData<Profile>(apiQuery(readProfile, {}).queryKey, profile =>
        profile ? { ...profile, mfa_nudge } : profile,
      ),
  })
  return (
    <ReminderView
      nudge={nudge}
      isOpen={!isAnswered && !isThere}
      onSetUp={() => {
        setIsAnswered(true)
        void navigate({ to: '/profile/two-factor', search: { setup: true } })
      }}
      onLater={() => {
        setIsAnswered(true)
        snooze.mutate()
      }}
    />
  )
}
