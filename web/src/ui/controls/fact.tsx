// One fact of a thing: its name, quiet, and its value.

import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './detail.module.css'

interface FactProps {
  name: string
  children: ReactNode
  isMono?: boolean
  /** Long ones, such as paths, have the whole width, below their names. */
  isWide?: boolean
  /** Where the head of a page says it as soon as there is room. */
  isForPhone?: boolean
}

export function Fact({ name, children, isMono, isWide, isForPhone }: FactProps) {
  return (
    <Box
      className={isWide ? `${styles.fact} ${styles.wide}` : styles.fact}
      hiddenFrom={isForPhone ? 'sm' : undefined}
    >
      <dt>{name}</dt>
      <dd className={isMono ? 'mono' : undefined}>{children}</dd>
    </Box>
  )
}
