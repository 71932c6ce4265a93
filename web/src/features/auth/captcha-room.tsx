// The room that a CAPTCHA takes in the sign-in form, from the start: nothing jumps when its widget arrives.

import type { ReactNode } from 'react'
import type { CaptchaChoice } from './logic/captcha-script.ts'
import styles from './sign-in.module.css'

interface CaptchaRoomProps {
  provider: CaptchaChoice['provider']
  status?: string
  children?: ReactNode
}

export const CaptchaRoom = ({ provider, status = 'loading', children }: CaptchaRoomProps) => (
  <div className={styles.captcha} data-provider={provider} data-status={status}>
    {children}
  </div>
)
