// The tab of the second factor: reads its state and opens the dialogs that change it.

import { type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { NewCodesPage } from './new-codes-page.tsx'
import { SetUpPage } from './set-up-page.tsx'
import { SwitchOffPage } from './switch-off-page.tsx'
import { TwoFactorView } from './two-factor-view.tsx'
import { useDeadlineText } from './use-deadline-text.ts'

export function TwoFactorPage() {
  const profile = useQuery(apiQuery(readProfile, {}))
  return profile.data ? <TwoFactor profile={profile.data} /> : null
}

function TwoFactor({ profile }: { profile: Profile }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { setup: isSettingUp } = useSearch({ from: '/shell/profile/two-factor' })
  const [dialog, setDialog] = useState<'new-codes' | 'switch-off' | null>(null)
  const deadline = useDeadlineText(profile.mfa_nudge)
  const showSetUp = (isOpen: boolean) =>
    void navigate({ to: '/profile/two-factor', search: isOpen ? { setup: true } : {}, replace: true })
  const close = () => {
    setDialog(null)
    if (isSettingUp) showSetUp(false)
    void queryClient.invalidateQueries({ queryKey: keyOf(readProfile) })
  }
  return (
    <>
      <TwoFactorView
        isOn={profile.two_factor_enabled}
        deadline={deadline}
        onSetUp={() => showSetUp(true)}
        onNewCodes={() => setDialog('new-codes')}
        onSwitchOff={() => setDialog('switch-off')}
      />
      {isSettingUp && <SetUpPage login={profile.login} onClose={close} />}
      {dialog === 'new-codes' && <NewCodesPage login={profile.login} onClose={close} />}
      {dialog === 'switch-off' && <SwitchOffPage onClose={close} />}
    </>
  )
}
