// One sentence above a form: what went wrong, or what to know before going on.

import { Box, Group } from '@mantine/core'
import { IconAlertCircleFilled, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './feedback.module.css'

interface FormProblemProps {
  children: ReactNode
  /** At its end: what takes it away. */
  close?: ReactNode
}

export function FormProblem({ children, close }: FormProblemProps) {
  return (
    <Group
      component="div"
      className={`text-secondary ${styles.word} ${styles.wordProblem}`}
      gap={8}
      align="stretch"
      wrap="nowrap"
      role="alert"
    >
      <IconAlertCircleFilled size={17} aria-hidden />
      <span>{children}</span>
      {close && <Box ml="auto">{close}</Box>}
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
