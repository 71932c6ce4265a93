// What an empty list says: what belongs here and how to begin.

import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './feedback.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  text: string
  action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <Stack className={styles.empty} gap={0} align="center">
      <div className={styles.emptyIcon} aria-hidden>
        {icon}
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
      {action && <div className={styles.emptyAction}>{action}</div>}
    </Stack>
  )
}
