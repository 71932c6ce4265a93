// Where the CAPTCHA stands in the sign-in form, and what is said while it loads or when it cannot.

import { Button, Group } from '@mantine/core'
import type { Ref } from 'react'
import { useTexts } from '../../texts/texts.ts'
import type { CaptchaChoice } from './logic/captcha-script.ts'
import styles from './sign-in.module.css'

export type CaptchaStatus = 'loading' | 'ready' | 'failed'

interface CaptchaViewProps {
  provider: CaptchaChoice['provider']
  status: CaptchaStatus
  place?: Ref<HTMLDivElement>
  onRetry: () => void
}

export function CaptchaView({ provider, status, place, onRetry }: CaptchaViewProps) {
  const t = useTexts()
  return (
    <div className={styles.captcha} data-provider={provider} data-status={status}>
      <div ref={place} />
      {status === 'loading' && provider !== 'captcha_v3' && (
        <p className={`text-hint ${styles.captchaWord}`} role="status">
          {t('signIn.captchaLoading')}
        </p>
      )}
      {status === 'failed' && (
        <Group className={`text-note ${styles.captchaFailed}`} gap={12} wrap="nowrap" role="alert">
          <span>{t('signIn.captchaFailed')}</span>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        </Group>
      )}
    </div>
  )
}
