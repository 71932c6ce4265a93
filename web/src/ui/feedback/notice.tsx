// A notice in the page: what is the matter, why, and the button that helps.

import type { ReactNode } from 'react'
import tones from '../tone/tone.module.css'
import type { StatusStyle } from '../tone/tone.ts'
import styles from './feedback.module.css'

interface NoticeProps {
  status: StatusStyle
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function Notice({ status, title, children, action }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${tones[status.tone]}`} role="status">
      <span className={styles.noticeIcon}>
        <status.Icon size={18} aria-hidden />
      </span>
      <div className={styles.noticeText}>
        <strong>{title}</strong>
        {children && <div className={styles.noticeMore}>{children}</div>}
      </div>
      {action && <div className={styles.noticeAction}>{action}</div>}
    </div>
  )
}
