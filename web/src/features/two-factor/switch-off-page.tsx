// The dialog that switches the second factor off.

import { disableSecondFactor } from '@rookery/contracts/http/two-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { useRefusal } from '../../parts/problems/use-refusal.ts'
import { api } from '../../platform/api-client.ts'
import { useTexts } from '../../texts/texts.ts'
import { SecondFactorDialog } from './second-factor-dialog.tsx'
import { SwitchOffView } from './switch-off-view.tsx'

export function SwitchOffPage({ onClose }: { onClose: () => void }) {
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
