// One fact of a thing: its name, quiet, and its value.

import type { ReactNode } from 'react'
import styles from './detail.module.css'

interface FactProps {
  name: string
  children: ReactNode
  isMono?: boolean
  /** Long ones, such as paths, have the whole width, below their names. */
  isWide?: boolean
}

export function Fact({ name, children, isMono, isWide }: FactProps) {
  return (
    <div className={isWide ? `${styles.fact} ${styles.wide}` : styles.fact}>
      <dt>{name}</dt>
      <dd className={isMono ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}
