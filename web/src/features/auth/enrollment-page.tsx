// Forced enrollment: sets the second factor up with a login session that may do nothing else and ends with it (5.5.4): then comes a code.

import { useEffect } from 'react'
import { AuthenticatorSetupView } from '../../parts/second-factor/authenticator-setup-view.tsx'
import { RecoveryCodesView } from '../../parts/second-factor/recovery-codes-view.tsx'
import { useSecondFactorSetup } from '../../parts/second-factor/use-second-factor-setup.ts'
import { useTexts } from '../../texts/texts.ts'
import { useIsPast } from '../../ui/time/live-time.tsx'
import { EnrollmentView } from './enrollment-view.tsx'
import type { SignInHint } from './sign-in-view.tsx'

/** Its session token is held by the page alone: a reload leads back to the password. */
export interface Enrollment {
  sessionToken: string
  login: string
  endsAtMs: number
}

interface EnrollmentPageProps {
  enrollment: Enrollment
  panelName: string
  onBack: (hint: SignInHint | null) => void
}

export function EnrollmentPage({ enrollment, panelName, onBack }: EnrollmentPageProps) {
  const t = useTexts()
  const { sessionToken, login, endsAtMs } = enrollment
  const setup = useSecondFactorSetup(sessionToken)
  const isTimeUp = useIsPast(endsAtMs)
  const isOn = setup.recoveryCodes !== null
  const isOver = !isOn && (isTimeUp || setup.isOver)

  useEffect(() => {
    if (isOver) onBack('enrollmentOver')
  }, [isOver, onBack])

  return (
    <EnrollmentView endsAtMs={endsAtMs} isOn={isOn}>
      {setup.recoveryCodes ? (
        <RecoveryCodesView
          codes={setup.recoveryCodes}
          account={{ login, panelName }}
          nowMs={Date.now()}
          doneText={t('signIn.continue')}
          onDone={() => onBack('enrolled')}
        />
      ) : (
        <AuthenticatorSetupView {...setup.view} onCancel={() => onBack(null)} />
      )}
    </EnrollmentView>
  )
}
