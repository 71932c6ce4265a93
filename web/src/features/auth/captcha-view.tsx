// Where the CAPTCHA stands in the sign-in form, and what is said while it loads or when it cannot.

import { Button, Group } from '@mantine/core'
import type { Ref } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { CaptchaRoom } from './captcha-room.tsx'
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
    <CaptchaRoom provider={provider} status={status}>
      <div ref={place} />
      {status === 'loading' && provider !== 'captcha_v3' && (
        <Group
          component="p"
          className={`text-hint ${styles.dashed}`}
          justify="center"
          pos="absolute"
          inset={0}
          role="status"
        >
          {t('signIn.captchaLoading')}
        </Group>
      )}
      {status === 'ready' && provider === 'captcha_v3' && (
        <p className="text-hint">{t('signIn.captchaUnseen')}</p>
      )}
      {status === 'failed' && (
        <Group className={`text-note ${styles.dashed}`} gap={12} wrap="nowrap" px={12} py={10} role="alert">
          <span>{t('signIn.captchaFailed')}</span>
          <Button flex="none" size="xs" variant="default" onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        </Group>
      )}
    </CaptchaRoom>
  )
}
