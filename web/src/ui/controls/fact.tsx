// One fact of a thing: its name, quiet, and its value.

import type { ReactNode } from 'react'
import styles from './detail.module.css'

export function Fact({ name, children, isMono }: { name: string; children: ReactNode; isMono?: boolean }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={isMono ? 'mono' : undefined}>{children}</dd>
    </div>
  )
}
