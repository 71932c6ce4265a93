// The dialog that makes new recovery codes.

import { reissueRecoveryCodes } from '@rookery/contracts/http/two-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { RecoveryCodesView } from '../../parts/second-factor/recovery-codes-view.tsx'
import { api } from '../../platform/api-client.ts'
import { useTexts } from '../../texts/texts.ts'
import { NewCodesView } from './new-codes-view.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'
import { usePanelName } from './use-panel-name.ts'

export function NewCodesPage({ login, onClose }: { login: string; onClose: () => void }) {
  const t = useTexts()
  const panelName = usePanelName()
  const reissue = useMutation({
    mutationFn: (password: string) => api(reissueRecoveryCodes, { body: { password } }),
  })
  const refusal = useRefusal(reissue.error, ['password'])
  const codes = reissue.data?.recovery_codes
  return (
    <SecondFactorDialog
      title={codes ? t('recoveryCodes.title') : t('twoFactor.newCodesTitle')}
      isWide={codes !== undefined}
      mustStay={codes !== undefined}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodesView
          codes={codes}
          account={{ login, panelName }}
          nowMs={Date.now()}
          doneText={t('actions.done')}
          onDone={onClose}
        />
      ) : (
        <NewCodesView isBusy={reissue.isPending} {...refusal} onCreate={reissue.mutate} onClose={onClose} />
      )}
    </SecondFactorDialog>
  )
}
