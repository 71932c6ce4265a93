// The new password for SFTP, this once.

import { Button, Group } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { CopyField } from '../../ui/controls/copy-button.tsx'
import form from '../../ui/controls/form.module.css'
import { FormHint } from '../../ui/feedback/form-message.tsx'

export function CreatedPasswordView({ password, onClose }: { password: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <div className={form.form}>
      <FormHint>{t('ownSftp.shownOnce')}</FormHint>
      <CopyField text={password} label={t('ownSftp.copyPassword')} />
      <p className="text-quiet">{t('ownSftp.whereToUse')}</p>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button onClick={onClose}>{t('actions.done')}</Button>
      </Group>
    </div>
  )
}
