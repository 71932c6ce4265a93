// The place of the steps after the password: a code, or setting up the second factor.

import { Button } from '@mantine/core'
import { IconDeviceMobile, IconShieldLock } from '@tabler/icons-react'
import { useTexts } from '../../ui/texts/texts.ts'
import styles from './sign-in.module.css'

export type FurtherStep = 'second-factor' | 'enrolment'

export function FurtherStepView({ step, onBack }: { step: FurtherStep; onBack: () => void }) {
  const t = useTexts()
  const isCode = step === 'second-factor'
  const Icon = isCode ? IconDeviceMobile : IconShieldLock
  return (
    <div className={styles.form}>
      <Icon size={32} stroke={1.5} className={styles.stepIcon} aria-hidden />
      <h1 className={styles.title}>{isCode ? t('signIn.secondFactorTitle') : t('signIn.enrolTitle')}</h1>
      <p className={styles.text}>{isCode ? t('signIn.secondFactorText') : t('signIn.enrolText')}</p>
      <Button size="md" variant="default" onClick={onBack}>
        {t('signIn.back')}
      </Button>
    </div>
  )
}
