// The new password for SFTP, this once.

import { Button } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import form from '../../ui/controls/form.module.css'
import { FormHint } from '../../ui/feedback/form-message.tsx'
import styles from './sftp.module.css'

export function CreatedPasswordView({ password, onClose }: { password: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <div className={form.form}>
      <FormHint>{t('ownSftp.shownOnce')}</FormHint>
      <div className={styles.value}>
        <code>{password}</code>
        <CopyButton text={password} label={t('ownSftp.copyPassword')} />
      </div>
      <p className={form.text}>{t('ownSftp.whereToUse')}</p>
      <div className={form.foot}>
        <Button onClick={onClose}>{t('actions.done')}</Button>
      </div>
    </div>
  )
}
