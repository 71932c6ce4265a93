// The dialog that switches the second factor on.

import { AuthenticatorSetupView } from '../../parts/second-factor/authenticator-setup-view.tsx'
import { RecoveryCodesView } from '../../parts/second-factor/recovery-codes-view.tsx'
import { useSecondFactorSetup } from '../../parts/second-factor/use-second-factor-setup.ts'
import { useTexts } from '../../texts/texts.ts'
import { SecondFactorDialog } from './second-factor-dialog.tsx'
import { usePanelName } from './use-panel-name.ts'

export function SetUpPage({ login, onClose }: { login: string; onClose: () => void }) {
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
