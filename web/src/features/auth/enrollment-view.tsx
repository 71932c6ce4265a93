// Explains why a second factor is needed now, and shows how much time this sign-in still has for it.

import { IconHourglassHigh, IconShieldLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/texts.ts'
import { Countdown } from '../../ui/time/live-time.tsx'
import styles from './sign-in.module.css'

interface EnrollmentViewProps {
  endsAtMs: number
  /** The second factor is on: what is left is to keep the recovery codes, and that takes no hurry. */
  isOn: boolean
  children: ReactNode
}

export function EnrollmentView({ endsAtMs, isOn, children }: EnrollmentViewProps) {
  const t = useTexts()
  return (
    <div className={styles.form}>
      <div className={styles.why} data-on={isOn || undefined}>
        <IconShieldLock size={30} stroke={1.5} className={styles.stepIcon} aria-hidden />
        <div>
          <h1 className={styles.title}>{isOn ? t('recoveryCodes.title') : t('signIn.enrollTitle')}</h1>
          {!isOn && <p className={styles.text}>{t('signIn.enrollText')}</p>}
        </div>
        {!isOn && (
          <span className={`text-note ${styles.timeLeft}`}>
            <IconHourglassHigh size={15} aria-hidden />
            <span>{t('signIn.timeLeft')}</span>
            <Countdown untilMs={endsAtMs} />
          </span>
        )}
      </div>
      {children}
    </div>
  )
}
