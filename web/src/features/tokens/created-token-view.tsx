// The value of a new personal access token, this once, with a call that works.

import { Button, Group } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { FormHint } from '../../ui/feedback/form-message.tsx'
import styles from './tokens.module.css'

interface CreatedTokenViewProps {
  accessToken: string
  example: string
  onClose: () => void
}

export function CreatedTokenView({ accessToken, example, onClose }: CreatedTokenViewProps) {
  const t = useTexts()
  return (
    <div className={styles.form}>
      <FormHint>{t('accessTokens.shownOnce')}</FormHint>
      <div>
        <p className={styles.label}>{t('accessTokens.value')}</p>
        <Group className={styles.value} gap={8} align="flex-start" wrap="nowrap">
          <code>{accessToken}</code>
          <CopyButton text={accessToken} label={t('accessTokens.copyValue')} />
        </Group>
      </div>
      <div>
        <p className={styles.label}>{t('accessTokens.example')}</p>
        <Group className={styles.value} gap={8} align="flex-start" wrap="nowrap">
          <code>{example}</code>
          <CopyButton text={example} label={t('actions.copyCommand')} />
        </Group>
      </div>
      <Group gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button onClick={onClose}>{t('actions.done')}</Button>
      </Group>
    </div>
  )
}
