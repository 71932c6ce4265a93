// One sentence above a form: what went wrong, or what to know before going on.

import { IconAlertCircleFilled, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './feedback.module.css'

export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <p className={`${styles.word} ${styles.wordProblem}`} role="alert">
      <IconAlertCircleFilled size={17} aria-hidden />
      <span>{children}</span>
    </p>
  )
}

export function FormHint({ children }: { children: ReactNode }) {
  return (
    <p className={styles.word} role="status">
      <IconInfoCircle size={17} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
