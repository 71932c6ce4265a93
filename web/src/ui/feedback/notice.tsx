// A notice in the page: what is the matter, why, and the button that helps.

import type { ReactNode } from 'react'
import type { StateLook } from '../../parts/run-state/state-style.ts'
import tones from '../tone/tone.module.css'
import styles from './feedback.module.css'

interface NoticeProps {
  look: StateLook
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function Notice({ look, title, children, action }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${tones[look.tone]}`} role="status">
      <span className={styles.noticeIcon}>
        <look.Icon size={18} aria-hidden />
      </span>
      <div className={styles.noticeText}>
        <strong>{title}</strong>
        {children && <div className={styles.noticeMore}>{children}</div>}
      </div>
      {action && <div className={styles.noticeAction}>{action}</div>}
    </div>
  )
}
