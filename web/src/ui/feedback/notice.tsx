// A notice in the page: what is the matter, why, and the button that helps.

import { Group } from '@mantine/core'
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
    <Group className={`${styles.notice} ${tones[status.tone]}`} gap={12} wrap="nowrap" role="status">
      <span className={styles.noticeIcon}>
        <status.Icon size={18} aria-hidden />
      </span>
      <div className={styles.noticeText}>
        <strong>{title}</strong>
        {children && <div className="text-secondary">{children}</div>}
      </div>
      {action && <div className={styles.noticeAction}>{action}</div>}
    </Group>
  )
}
