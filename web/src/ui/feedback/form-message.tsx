// One sentence above a form: what went wrong, or what to know before going on.

import { Group } from '@mantine/core'
import { IconAlertCircleFilled, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './feedback.module.css'

export function FormProblem({ children }: { children: ReactNode }) {
  return (
    <Group
      component="p"
      className={`text-secondary ${styles.word} ${styles.wordProblem}`}
      gap={8}
      align="stretch"
      wrap="nowrap"
      role="alert"
    >
      <IconAlertCircleFilled size={17} aria-hidden />
      <span>{children}</span>
    </Group>
  )
}

export function FormHint({ children }: { children: ReactNode }) {
  return (
    <Group
      component="p"
      className={`text-secondary ${styles.word}`}
      gap={8}
      align="stretch"
      wrap="nowrap"
      role="status"
    >
      <IconInfoCircle size={17} aria-hidden />
      <span>{children}</span>
    </Group>
  )
}
