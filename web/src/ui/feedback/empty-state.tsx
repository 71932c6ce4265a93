// What an empty list says: what belongs here and how to begin.

import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './feedback.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  text: string
  /** Small and below the text: what somebody may be asked for. */
  details?: string
  action?: ReactNode
  isProblem?: boolean
}

export function EmptyState({ icon, title, text, details, action, isProblem }: EmptyStateProps) {
  return (
    <Stack className={styles.empty} gap={0} align="center" role={isProblem ? 'alert' : undefined}>
      <div className={styles.emptyIcon} aria-hidden>
        {icon}
      </div>
      <h2>{title}</h2>
      <Box component="p" className="text-quiet" mt={6}>
        {text}
      </Box>
      {details && (
        <Box component="p" className="mono text-quiet" mt={6} fz={12}>
          {details}
        </Box>
      )}
      {action && <Box mt={20}>{action}</Box>}
    </Stack>
  )
}
