// Shows the reminder where it belongs when the panel says so, and tells the panel when it is put off.

import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { snoozeReminder } from '@rookery/contracts/http/two-factor.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '../../platform/api-client.ts'
import { apiQuery } from '../../platform/api-queries.ts'
import { type ReminderPlace, reminderPlace } from './logic/reminder-place.ts'
import { ReminderView } from './reminder-view.tsx'

interface ReminderPageProps {
  nudge: MfaNudge
  place: ReminderPlace
}

export function ReminderPage({ nudge, place }: ReminderPageProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isAnswered, setIsAnswered] = useState(false)
  const isVisible = reminderPlace(nudge, useLocation().pathname) === place && !isAnswered
  // Whatever the panel answers, nobody is asked twice on one page; an unsaved answer is asked for again next time.
  const snooze = useMutation({
    mutationFn: () => api(snoozeReminder, {}),
    onSuccess: ({ mfa_nudge }) =>
      queryClient.setQueryData<Profile>(apiQuery(readProfile, {}).queryKey, profile =>
        profile ? { ...profile, mfa_nudge } : profile,
      ),
  })
  const putOff = () => {
    setIsAnswered(true)
    snooze.mutate()
  }
  useEscape(isVisible, putOff)
  if (!isVisible) return null
  return (
    <ReminderView
      nudge={nudge}
      onSetUp={() => {
        setIsAnswered(true)
        void navigate({ to: '/profile/two-factor', search: { setup: true } })
      }}
      onLater={putOff}
    />
  )
}

/** Escape closes it, unless it was meant for a field, a menu or a dialog. */
function useEscape(isListening: boolean, onEscape: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
    if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere && !isTyping) onEscape()
  })
  useEffect(() => {
    if (!isListening) return
    const listen = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isListening])
}
