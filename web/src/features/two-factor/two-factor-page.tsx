// The tab of the second factor: reads its state and opens the dialogs that change it.

import { type Profile, readProfile } from '@rookery/contracts/http/profile.ts'
import { disableSecondFactor } from '@rookery/contracts/http/two-factor.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { AuthenticatorSetupView } from '../../parts/second-factor/authenticator-setup-view.tsx'
import { RecoveryCodesView } from '../../parts/second-factor/recovery-codes-view.tsx'
import { useSecondFactorSetup } from '../../parts/second-factor/use-second-factor-setup.ts'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { NewCodesPage } from './new-codes-page.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'
import { SwitchOffView } from './switch-off-view.tsx'
import { TwoFactorView } from './two-factor-view.tsx'
import { useDeadlineText } from './use-deadline-text.ts'
import { usePanelName } from './use-panel-name.ts'

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
        codesLeft={profile.recovery_codes_left ?? null}
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

/** The dialog that switches the second factor on. */
function SetUpPage({ login, onClose }: { login: string; onClose: () => void }) {
  const t = useTexts()
  const panelName = usePanelName()
  const { recoveryCodes, view } = useSecondFactorSetup()
  return (
    <SecondFactorDialog
      title={recoveryCodes ? t('recoveryCodes.title') : t('twoFactor.setUpTitle')}
      isWide
      mustStay={recoveryCodes !== null}
      onClose={onClose}
    >
      {recoveryCodes ? (
        <RecoveryCodesView
          codes={recoveryCodes}
          account={{ login, panelName }}
          nowMs={Date.now()}
          doneText={t('actions.done')}
          onDone={onClose}
        />
      ) : (
        <AuthenticatorSetupView {...view} onCancel={onClose} />
      )}
    </SecondFactorDialog>
  )
}

/** The dialog that switches the second factor off. */
function SwitchOffPage({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const disable = useMutation({
    mutationFn: (proof: { password: string; code: string }) => api(disableSecondFactor, { body: proof }),
    onSuccess: onClose,
  })
  const refusal = useRefusal(disable.error, ['password', 'code'])
  return (
    <SecondFactorDialog title={t('twoFactor.switchOffTitle')} onClose={onClose}>
      <SwitchOffView isBusy={disable.isPending} {...refusal} onSwitchOff={disable.mutate} onClose={onClose} />
    </SecondFactorDialog>
  )
}
